import { tieneTexto } from '@maestros/dominio/chat'
import type { MotivoDeReporte } from '@maestros/dominio/seguridad'
import { operador as textos } from '@maestros/dominio/textos/operador'
import type { Sql } from '../db/pool.ts'
import { operatorId, type Result } from './acts.ts'
import type { Command } from './arguments.ts'
import { OperatorError } from './connect.ts'
import { timeOf } from './lists.ts'

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
  mensajes: { autor_id: string; tipo: string; contenido: string | null; creado_en: string }[]
  creado_en: Date
  cerrado_en: Date | null
  nota: string | null
}

const reportColumns = (sql: Sql) => sql`
  r.id, r.reportante_id, a.email as reportante, r.reportado_id, b.email as reportado, r.chat_id, r.motivo, r.texto,
  r.creado_en, r.cerrado_en, r.nota,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'autor_id', m.autor_id, 'tipo', m.tipo, 'contenido', m.contenido, 'creado_en', m.creado_en)
      order by m.creado_en, m.mensaje_id), '[]')
    from interno.reporte_mensajes m where m.reporte_id = r.id
  ) as mensajes
  from interno.reportes r
  left join auth.users a on a.id = r.reportante_id
  left join auth.users b on b.id = r.reportado_id`

export async function listReports(
  sql: Sql,
  { open, limit }: Extract<Command, { kind: 'reports' }>,
): Promise<Result> {
  const rows = await sql<Report[]>`
    select ${reportColumns(sql)}
    where not ${open}::boolean or r.cerrado_en is null
    order by r.id desc limit ${limit}`
  return { json: rows, lines: rows.length === 0 ? [textos.sinReportes] : rows.flatMap(reportLines) }
}

export async function showReport(sql: Sql, id: string): Promise<Result> {
  const [report] = await sql<Report[]>`select ${reportColumns(sql)} where r.id = ${id}`
  if (!report) throw new OperatorError(textos.errores.reporte)
  return { json: report, lines: [...reportLines(report), ...messageLines(report)] }
}

export async function closeReport(
  sql: Sql,
  { id, nota, as }: Extract<Command, { kind: 'report-close' }>,
): Promise<Result> {
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
    ...(texto ?? '').split('\n').flatMap((line) => (line === '' ? [] : [`    ${line}`])),
    ...(nota === null ? [] : [`    ${palabras.nota(nota)}`]),
  ]
}

function messageLines({ mensajes }: Report): string[] {
  if (mensajes.length === 0) return []
  return [
    `    ${palabras.mensajes}`,
    ...mensajes.map(({ autor_id, tipo, contenido, creado_en }) => {
      const shown = tieneTexto(tipo) ? (contenido ?? '') : fileText(tipo, contenido)
      return `    ${timeOf(new Date(creado_en))}  ${autor_id}: ${shown}`
    }),
  ]
}

function fileText(tipo: string, object: string | null): string {
  if (tipo === 'audio') return object === null ? palabras.notaDeVozEliminada : palabras.notaDeVoz(object)
  return object === null ? palabras.imagenEliminada : palabras.imagen(object)
}
