import { haceCuanto } from '@maestros/dominio/fechas'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { DATOS_VERIFICABLES } from '@maestros/dominio/verificacion/estados'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { signedAddresses } from '../addresses.ts'
import { type SeenMaestro, seeMaestro, type Waiting, waitingMaestros } from '../verifications.ts'
import { accountId, type Of, operatorId, type Result } from './acts.ts'
import { listed, quoted } from './lists.ts'

/** Shows what operators verify: who waits for a decision, and the data and documents of one maestro. */

const { verificacion: palabras } = textos

export async function listVerifications(sql: Sql, { limit }: Of<'verifications'>): Promise<Result> {
  const rows = await waitingMaestros(sql, limit)
  return listed(rows, (row) => [waitingLine(row)], palabras.nadie)
}

function waitingLine({ id, correo, nombre, apellido, estados, curp_repetida, desde }: Waiting): string {
  const states = DATOS_VERIFICABLES.map((dato) => `${textos.datos[dato]} ${textos.decidido[estados[dato]]}`)
  const age = palabras.desde(haceCuanto(desde.getTime(), Date.now()))
  return `${id}  ${nombre} ${apellido} <${correo}>  ${states.join(', ')}  ${age}${curp_repetida ? `  ${palabras.repetida}` : ''}`
}

export async function showVerification(
  sql: Sql,
  config: Config,
  { account, as }: Of<'verification-show'>,
): Promise<Result> {
  const operator = await operatorId(sql, as)
  const maestro = await accountId(sql, account)
  const seen = await seeMaestro(sql, operator, maestro.id)
  const names = seen.documentos.map(({ objeto }) => objeto)
  const addresses = await signedAddresses(config, 'chat-media', names)
  return {
    json: { ...seen, direcciones: addresses ?? [] },
    lines: [...dataLines(seen), ...documentLines(seen, addresses)],
  }
}

function dataLines({
  id,
  correo,
  nombre,
  apellido,
  curp,
  domicilio,
  estados,
  misma_curp,
}: SeenMaestro): string[] {
  return [
    `${nombre} ${apellido} <${correo}>  ${id}`,
    ...estados.map(
      ({ tipo, estado, motivo }) =>
        `    ${textos.datos[tipo]}: ${textos.decidido[estado]}${motivo === null ? '' : `. ${palabras.motivo(motivo)}`}`,
    ),
    `    ${palabras.curp(curp ?? palabras.falta)}`,
    ...misma_curp.map(
      (other) =>
        `      ${palabras.mismaCurp(`${other.nombre} ${other.apellido} <${other.correo}>  ${other.id}`)}`,
    ),
    `    ${palabras.domicilio}`,
    ...(domicilio === null ? [`      ${palabras.falta}`] : quoted(domicilio, '      ')),
  ]
}

function documentLines({ documentos }: SeenMaestro, addresses: readonly string[] | undefined): string[] {
  if (addresses === undefined) return [`    ${textos.sinClave}`]
  const stored = documentos.map(({ tipo }, index) => [palabras.documentos[tipo], addresses[index]] as const)
  const missing = Object.entries(palabras.documentos).filter(([tipo]) =>
    documentos.every((one) => one.tipo !== tipo),
  )
  return [
    `    ${palabras.enlaces}`,
    ...stored.map(([name, address]) => `      ${name}: ${address}`),
    ...missing.map(([, name]) => `      ${name}: ${palabras.sinDocumento}`),
  ]
}
