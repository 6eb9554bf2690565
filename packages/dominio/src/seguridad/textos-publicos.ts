import { esNombreLegible } from '../nombre-legible.ts'
import { moderar } from './moderacion/moderar.ts'
import { publicos } from './textos-de-rechazo.ts'

/**
 * Texts that people can read before a contact is unlocked: table, column and the Spanish name of each. The
 * data surface and sign-up check them with the rules for messages. The database repeats the list in the
 * arguments of its triggers (TABLE_refuse_contact_data) with a simpler rule; a test compares the two.
 */
const { campos } = publicos
export const TEXTOS_PUBLICOS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profiles: { nombre: campos.nombre, apellido: campos.apellido, display_name: campos.nombre },
  maestros: {
    nombre: campos.nombre,
    apellido: campos.apellido,
    descripcion: campos.descripcion,
    referencia1_nombre_cliente: campos.cliente(1),
    referencia1_descripcion_trabajo: campos.trabajo(1),
    referencia2_nombre_cliente: campos.cliente(2),
    referencia2_descripcion_trabajo: campos.trabajo(2),
  },
  resenas: { comentario: campos.comentario, respuesta: campos.respuesta },
}

/** The public texts that are names. */
const NOMBRES = new Set<string>([campos.nombre, campos.apellido, campos.cliente(1), campos.cliente(2)])

/** Returns why a public text is refused, as a sentence for its author; undefined when it is allowed. */
export function rechazoDeTextoPublico(campo: string, texto: string): string | undefined {
  if (NOMBRES.has(campo) && !esNombreLegible(texto)) return publicos.signos(campo)
  const motivo = moderar(texto, { contactoAbierto: false })
  if (motivo === 'tarjeta') return publicos.tarjeta(campo)
  return motivo !== null || pareceContacto(texto) ? publicos.contacto(campo) : undefined
}

/** Why one of the public texts of a row is refused; undefined when all are allowed. `textos` may have other columns too. */
export function rechazoDeFila(tabla: string, textos: Readonly<Record<string, string>>): string | undefined {
  for (const [columna, campo] of Object.entries(TEXTOS_PUBLICOS[tabla] ?? {})) {
    const rechazo = rechazoDeTextoPublico(campo, textos[columna] ?? '')
    if (rechazo !== undefined) return rechazo
  }
  return undefined
}

/**
 * The rule that the database has too (interno.parece_contacto). It is simple: eight digits with spaces, dots
 * or dashes between them, an account or a domain after an @, the beginning of a link. Years, dates and a
 * professional licence number are not contact data.
 */
export function pareceContacto(texto: string): boolean {
  const plano = texto.normalize('NFKC').replace(INVISIBLES, '').replace(CEDULA, '')
  if (CUENTA.test(plano) || ENLACE.test(plano)) return true
  return [...plano.matchAll(CIFRAS)].some(([cifras]) => !FECHAS.test(cifras))
}

const INVISIBLES = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const CEDULA = /c[eé]dula(?: profesional)?[^0-9]{0,15}[0-9]{7,8}(?![0-9])/gi
const CUENTA = /@[a-z_][a-z0-9_.-]{2}/i
const ENLACE = /https?\s?:\s?\/|www\s?\.\s?[a-z0-9]/i
const SIGNOS = '[ .()\u2010-\u2015-]'
const CIFRAS = new RegExp(`[0-9](?:${SIGNOS}{0,3}[0-9]){7,}`, 'g')
const ANO = '(?:19|20)[0-9]{2}'
const FECHAS = new RegExp(
  `^(?:${ANO}(?:${SIGNOS}{1,3}${ANO})+|${ANO}-[01]?[0-9]-[0-3]?[0-9]|[0-3]?[0-9][.-][01]?[0-9][.-]${ANO})$`,
)
