import { tieneTexto } from '@maestros/dominio/chat'
import type { MotivoDeReporte } from '@maestros/dominio/seguridad'
import { operador as textos } from '@maestros/dominio/textos/operador'
import type { Config } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import { type Of, operatorId, personId, type Result } from './acts.ts'
import { signedAddresses } from './addresses.ts'
import { OperatorError } from './connect.ts'
import { type Counted, listed, quoted, timeOf } from './lists.ts'

/** Reports of people: what operators read, and closing one. */

const { reporte: palabras } = textos

interface Report {
  id: string
  reportante_id: string
  reportante: string | null
  reportado_id: string
  reportado: string | null
  chat_id: string | null
  motivo: MotivoDeReporte
  texto: string | null
  mensajes: number
  creado_en: Date
  cerrado_en: Date | null
  nota: string | null
}

/** `objeto` is the stored file of a picture or voice note; null when it is gone. */
interface Evidence {
  autor_id: string
  tipo: string
  contenido: string | null
  creado_en: string
  objeto: string | null
}

const reportColumns = (sql: Sql) => sql`
  r.id, r.reportante_id, a.email as reportante, r.reportado_id, b.email as reportado, r.chat_id, r.motivo, r.texto,
  r.creado_en, r.cerrado_en, r.nota,
  (select count(*)::int from interno.reporte_mensajes m where m.reporte_id = r.id) as mensajes
  from interno.reportes r
  left join auth.users a on a.id = r.reportante_id
  left join auth.users b on b.id = r.reportado_id`

/**
 * The newest first; of the open ones the oldest, which has waited longest. Without the messages, which only `show` reads, because they are private
 * and reading them is recorded in the audit.
 */
export async function listReports(sql: Sql, { open, about, limit }: Of<'reports'>): Promise<Result> {
  const person = about === undefined ? null : await personId(sql, about)
  const rows = await sql<Counted<Report>[]>`
    select count(*) over ()::int as total, ${reportColumns(sql)}
    where (not ${open}::boolean or r.cerrado_en is null) and (${person}::uuid is null or r.reportado_id = ${person})
    order by case when ${open}::boolean then r.id end, r.id desc limit ${limit}`
  return listed(rows, summaryLines, textos.sinReportes)
}

export async function showReport(sql: Sql, config: Config, { id, as }: Of<'report-show'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ evidence: Evidence[] }[]>`
    select interno.consultar_reporte(${operator}, ${id}) as evidence`
  const [report] = await sql<Report[]>`select ${reportColumns(sql)} where r.id = ${id}`
  if (!row || !report) throw new OperatorError(textos.errores.reporte)
  const names = row.evidence.flatMap(({ objeto }) => objeto ?? [])
  const addresses = await signedAddresses(config, 'chat-media', names)
  const mensajes = row.evidence.map((one) => ({
    ...one,
    direccion: one.objeto === null ? null : (addresses?.[names.indexOf(one.objeto)] ?? null),
  }))
  return {
    json: { ...report, mensajes },
    lines: [
      ...reportLines(report),
      ...messageLines(report, mensajes),
      ...(names.length === 0 ? [] : [`    ${addresses === undefined ? textos.sinClave : palabras.enlaces}`]),
    ],
  }
}

export async function closeReport(sql: Sql, { id, nota, as }: Of<'report-close'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ changed: boolean }[]>`
    select interno.cerrar_reporte(${operator}, ${id}, ${nota}) as changed`
  const changed = row?.changed ?? false
  const sentence = palabras.cerradoAhora(id)
  return {
    json: { reporte: id, cambio: changed },
    lines: changed ? [sentence] : [sentence, textos.sinCambio],
  }
}

function reportLines({ id, creado_en, cerrado_en, motivo, texto, nota, ...about }: Report): string[] {
  const state = cerrado_en === null ? palabras.abierto : palabras.cerrado
  const who = (email: string | null, person: string) => `${email ?? textos.cuentaBorrada} (${person})`
  return [
    `${timeOf(creado_en)}  ${id}  ${state}  ${who(about.reportante, about.reportante_id)} ${palabras.reporta} ` +
      `${who(about.reportado, about.reportado_id)}: ${palabras.motivos[motivo]}`,
    ...quoted(texto),
    ...(nota === null ? [] : [`    ${palabras.nota(nota)}`]),
  ]
}

const summaryLines = (report: Report): string[] => [
  ...reportLines(report),
  ...(report.mensajes === 0 ? [] : [`    ${palabras.cuantosMensajes(report.mensajes)}`]),
]

/** Authors are named by their e-mails, as in the first line of the report, and by the id after their account was erased. */
function messageLines(
  report: Report,
  mensajes: readonly (Evidence & { direccion: string | null })[],
): string[] {
  if (mensajes.length === 0) return []
  const emails = new Map([
    [report.reportante_id, report.reportante],
    [report.reportado_id, report.reportado],
  ])
  return [
    `    ${palabras.mensajes}`,
    ...mensajes.flatMap((one) => {
      const author = `    ${timeOf(new Date(one.creado_en))}  ${emails.get(one.autor_id) ?? one.autor_id}:`
      return tieneTexto(one.tipo)
        ? [author, ...quoted(one.contenido, '      ')]
        : [`${author} ${fileText(one)}`]
    }),
  ]
}

function fileText({ tipo, contenido, objeto, direccion }: Evidence & { direccion: string | null }): string {
  const isVoice = tipo === 'audio'
  if (contenido === null) return isVoice ? palabras.notaDeVozEliminada : palabras.imagenEliminada
  const name = (isVoice ? palabras.notaDeVoz : palabras.imagen)(objeto ?? contenido)
  if (objeto === null) return `${name} ${palabras.sinArchivo}`
  return direccion === null ? name : `${name} ${direccion}`
}
