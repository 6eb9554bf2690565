import { haceCuanto } from '@maestros/dominio/fechas'
import { operador as textos } from '@maestros/dominio/textos/operador'
import {
  DATOS_VERIFICABLES,
  type DatoVerificable,
  type EstadoDeVerificacion,
  type Verificacion,
} from '@maestros/dominio/verificacion'
import type { Config } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import { accountId, type Of, operatorId, type Result } from './acts.ts'
import { signedAddresses } from './addresses.ts'
import { type Counted, listed, quoted } from './lists.ts'

/** What operators verify: who waits for a decision, and the data and documents of one maestro. */

const { verificacion: palabras } = textos

interface Waiting {
  id: string
  correo: string
  nombre: string
  apellido: string
  estados: { [dato in DatoVerificable]: EstadoDeVerificacion }
  curp_repetida: boolean
  /** Since when the oldest datum has waited for operators. */
  desde: Date
}

/** Complete profiles with a datum that waits for a decision and not for a document, the one that has waited longest first. */
export async function listVerifications(sql: Sql, { limit }: Of<'verifications'>): Promise<Result> {
  const rows = await sql<Counted<Waiting>[]>`
    select count(*) over ()::int as total, m.id, u.email as correo, m.nombre, m.apellido,
      (
        select jsonb_object_agg(s.tipo, s.estado) from interno.estado_verificacion(m.id) s where s.tipo <> 'perfil'
      ) as estados,
      exists (select from public.maestros o where o.curp = m.curp and o.id <> m.id) as curp_repetida,
      w.desde
    from interno.verificaciones_en_espera() w
    join public.maestros m on m.id = w.maestro_id
    join auth.users u on u.id = m.id
    order by w.desde, m.id limit ${limit}`
  return listed(rows, (row) => [waitingLine(row)], palabras.nadie)
}

function waitingLine({ id, correo, nombre, apellido, estados, curp_repetida, desde }: Waiting): string {
  const states = DATOS_VERIFICABLES.map((dato) => `${textos.datos[dato]} ${textos.decidido[estados[dato]]}`)
  const age = palabras.desde(haceCuanto(desde.getTime(), Date.now()))
  return `${id}  ${nombre} ${apellido} <${correo}>  ${states.join(', ')}  ${age}${curp_repetida ? `  ${palabras.repetida}` : ''}`
}

interface Seen {
  id: string
  correo: string
  nombre: string
  apellido: string
  curp: string | null
  domicilio: string | null
  estados: Verificacion[]
  documentos: { tipo: keyof typeof palabras.documentos; objeto: string }[]
  misma_curp: { id: string; correo: string; nombre: string; apellido: string }[]
}

/** Everything that a decision is about. The database records in the audit that the operator has looked. */
export async function showVerification(
  sql: Sql,
  config: Config,
  { account, as }: Of<'verification-show'>,
): Promise<Result> {
  const operator = await operatorId(sql, as)
  const maestro = await accountId(sql, account)
  const [row] = await sql<{ seen: Seen }[]>`
    select interno.consultar_verificacion(${operator}, ${maestro.id}) as seen`
  if (!row) throw new Error('the database answered nothing')
  const names = row.seen.documentos.map(({ objeto }) => objeto)
  const addresses = await signedAddresses(config, 'chat-media', names)
  return {
    json: { ...row.seen, direcciones: addresses ?? [] },
    lines: [...dataLines(row.seen), ...documentLines(row.seen, addresses)],
  }
}

function dataLines({ id, correo, nombre, apellido, curp, domicilio, estados, misma_curp }: Seen): string[] {
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

function documentLines({ documentos }: Seen, addresses: readonly string[] | undefined): string[] {
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
