import { tieneTexto } from '@maestros/dominio/chat/conversacion'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { signedAddresses } from '../addresses.ts'
import { closeReport, type Evidence, type Report, reportsOf, seeReport } from '../reports.ts'
import { type Of, operatorId, personId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'
import { listed, quoted, timeOf } from './lists.ts'

/** Reports of people: showing and closing them. */

const { reporte: palabras } = textos

export async function listReports(sql: Sql, { open, about, limit }: Of<'reports'>): Promise<Result> {
  const person = about === undefined ? undefined : await personId(sql, about)
  return listed(await reportsOf(sql, { open, about: person, limit }), summaryLines, textos.sinReportes)
}

export async function showReport(sql: Sql, config: Config, { id, as }: Of<'report-show'>): Promise<Result> {
  const seen = await seeReport(sql, await operatorId(sql, as), id)
  if (!seen) throw new OperatorError(textos.errores.reporte)
  const { report, evidence } = seen
  const names = evidence.flatMap(({ objeto }) => objeto ?? [])
  const addresses = await signedAddresses(config, 'chat-media', names)
  const mensajes = evidence.map((one) => ({
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

export async function close(sql: Sql, { id, nota, as }: Of<'report-close'>): Promise<Result> {
  const changed = await closeReport(sql, await operatorId(sql, as), { id, nota })
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
