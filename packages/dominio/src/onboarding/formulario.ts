import * as z from 'zod/mini'
import { numeroMexicano } from '../contacto/contacto.ts'
import {
  ALCALDIAS_POR_MAESTRO_MAX,
  CURP_LARGO,
  DESCRIPCION,
  DOMICILIO,
  NOMBRE_MAX,
  OFICIOS_POR_MAESTRO_MAX,
  REFERENCIA_DESCRIPCION_MAX,
  REFERENCIA_NOMBRE_MAX,
  REFERENCIA_TELEFONO,
} from '../limites.ts'
import { nombreCompuesto } from '../nombre-legible.ts'
import { publicos } from '../seguridad/textos-de-rechazo.ts'
import { normalizarCurp } from '../verificacion/curp.ts'
import type { PasoConImagen, PasoDeBorrador } from './pasos.ts'
import { erroresDeOnboarding as errores } from './textos.ts'

const Nombres = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(40))
const Objeto = z.string().check(z.maxLength(200))

function onboardingCon(texto: z.ZodMiniString) {
  const referencia = z.object({ nombre_cliente: texto, descripcion_trabajo: texto, numero_referencia: texto })
  return z.object({
    datos: z.object({ nombre: texto, apellido: texto, telefono: texto }),
    oficios: Nombres,
    alcaldias: Nombres,
    selfie: Objeto,
    descripcion: texto,
    referencia1: referencia,
    referencia2: referencia,
    curp: texto,
    domicilio: texto,
    ine: Objeto,
    ine_reverso: Objeto,
    comprobante_domicilio: Objeto,
  })
}

/**
 * The value of each step, as the server keeps it in a draft: any unfinished text, within generous bounds. An empty text or list
 * means that nothing was given yet.
 */
export const Onboarding = onboardingCon(z.string().check(z.maxLength(2000)))
/** The same on the device, where nothing that was typed or pasted may be lost, however long it is. */
export const OnboardingEscrito = onboardingCon(z.string())
export type Onboarding = z.infer<typeof Onboarding>
/** Name and phone, which a maestro may also change after the onboarding. */
export type Datos = Onboarding['datos']

const SIN_REFERENCIA = { nombre_cliente: '', descripcion_trabajo: '', numero_referencia: '' }

export const ONBOARDING_VACIO: Onboarding = {
  datos: { nombre: '', apellido: '', telefono: '' },
  oficios: [],
  alcaldias: [],
  selfie: '',
  descripcion: '',
  referencia1: SIN_REFERENCIA,
  referencia2: SIN_REFERENCIA,
  curp: '',
  domicilio: '',
  ine: '',
  ine_reverso: '',
  comprobante_domicilio: '',
}

/** The column of `maestros`, or the step, that an error is about. A form uses it as the id of the control. */
export type CampoDeOnboarding =
  | 'nombre'
  | 'apellido'
  | 'telefono'
  | 'descripcion'
  | 'curp'
  | 'domicilio'
  | 'oficios'
  | 'alcaldias'
  | PasoConImagen
  | `referencia${1 | 2}_${keyof typeof SIN_REFERENCIA}`

export type ErrorDeOnboarding = { paso: PasoDeBorrador; campo: CampoDeOnboarding; mensaje: string }

/** Characters as the database counts them; JavaScript counts an emoji twice. */
const largo = (texto: string) => [...texto].length
const vacio = (texto: string) => texto.trim() === ''

/** The check of the column `maestros.telefono`, of a number without separators. */
const TELEFONO = /^\+?[0-9]{8,20}$/
const CURP = new RegExp(`^[A-Z0-9]{${CURP_LARGO}}$`)
const TELEFONO_DE_REFERENCIA = new RegExp(`^[0-9]{${REFERENCIA_TELEFONO.min},${REFERENCIA_TELEFONO.max}}$`)

/** The number without the separators that people write or paste: (55) 1234-5678. Other characters stay and are refused. */
const normalizarTelefono = (telefono: string) => telefono.replace(/[\s().-]/gu, '')

/** Name and phone as they are stored. */
export const datosLimpios = ({ nombre, apellido, telefono }: Datos): Datos => ({
  nombre: nombreCompuesto(nombre.trim()),
  apellido: nombreCompuesto(apellido.trim()),
  telefono: normalizarTelefono(telefono),
})

/**
 * The digits of a client's number as it is typed or pasted. A Mexican number that comes with a plus, or with more digits
 * than the field takes, loses its prefix (+52 1) instead of its last digits.
 */
export function digitosDeReferencia(texto: string): string {
  const digitos = texto.replace(/\D/gu, '')
  const conPrefijo = texto.trim().startsWith('+') || digitos.length > REFERENCIA_TELEFONO.max
  return ((conPrefijo && numeroMexicano(texto.trim())) || digitos).slice(0, REFERENCIA_TELEFONO.max)
}

/** The first error in the order of the specification's section 5; null when all is there. */
export function primerError(dado: Onboarding): ErrorDeOnboarding | null {
  for (const revisar of REVISIONES) {
    const error = revisar(dado)
    if (error) return error
  }
  return null
}

type Revision = (dado: Onboarding) => ErrorDeOnboarding | null

const error = (paso: PasoDeBorrador, campo: CampoDeOnboarding, mensaje: string): ErrorDeOnboarding => ({
  paso,
  campo,
  mensaje,
})

const REVISIONES: readonly Revision[] = [
  ({ datos }) => errorDeDatos(datos),
  ({ oficios }) => {
    if (oficios.length === 0) return error('oficios', 'oficios', errores.oficios)
    if (oficios.length <= OFICIOS_POR_MAESTRO_MAX) return null
    return error('oficios', 'oficios', errores.demasiadosOficios(OFICIOS_POR_MAESTRO_MAX))
  },
  ({ alcaldias }) => {
    if (alcaldias.length === 0) return error('alcaldias', 'alcaldias', errores.alcaldias)
    if (alcaldias.length <= ALCALDIAS_POR_MAESTRO_MAX) return null
    return error('alcaldias', 'alcaldias', errores.demasiadasAlcaldias(ALCALDIAS_POR_MAESTRO_MAX))
  },
  ({ selfie }) => (vacio(selfie) ? error('selfie', 'selfie', errores.selfie) : null),
  ({ descripcion }) => {
    const mensaje = errorDeDescripcion(descripcion)
    return mensaje ? error('descripcion', 'descripcion', mensaje) : null
  },
  ({ referencia1 }) => revisarReferencia(1, referencia1),
  ({ referencia2 }) => revisarReferencia(2, referencia2),
  ({ curp }) => {
    if (vacio(curp)) return error('curp', 'curp', errores.curp)
    return CURP.test(normalizarCurp(curp)) ? null : error('curp', 'curp', errores.curpInvalida)
  },
  ({ domicilio }) => {
    const mensaje = errorDeDomicilio(domicilio)
    return mensaje ? error('domicilio', 'domicilio', mensaje) : null
  },
  ({ ine }) => (vacio(ine) ? error('ine', 'ine', errores.ine) : null),
]

/** The first rule that name and phone break; null when they break none. */
export function errorDeDatos({ nombre, apellido, telefono }: Datos): ErrorDeOnboarding | null {
  if (vacio(nombre)) return error('datos', 'nombre', errores.nombre)
  if (vacio(apellido)) return error('datos', 'apellido', errores.apellido)
  if (vacio(telefono)) return error('datos', 'telefono', errores.telefono)
  if (largo(nombre.trim()) > NOMBRE_MAX) return error('datos', 'nombre', errores.nombreLargo)
  if (largo(apellido.trim()) > NOMBRE_MAX) return error('datos', 'apellido', errores.apellidoLargo)
  return TELEFONO.test(normalizarTelefono(telefono))
    ? null
    : error('datos', 'telefono', errores.telefonoInvalido)
}

function errorDeDescripcion(descripcion: string): string | null {
  if (vacio(descripcion)) return errores.descripcion
  if (largo(descripcion.trim()) < DESCRIPCION.min) return errores.descripcionCorta
  return largo(descripcion.trim()) > DESCRIPCION.max ? errores.descripcionLarga : null
}

function errorDeDomicilio(domicilio: string): string | null {
  if (vacio(domicilio)) return errores.domicilio
  if (largo(domicilio.trim()) < DOMICILIO.min) return errores.domicilioCorto
  return largo(domicilio.trim()) > DOMICILIO.max ? errores.domicilioLargo : null
}

function revisarReferencia(
  numero: 1 | 2,
  { nombre_cliente, descripcion_trabajo, numero_referencia }: Onboarding['referencia1'],
): ErrorDeOnboarding | null {
  const paso = `referencia${numero}` as const
  const incompleta = (campo: keyof typeof SIN_REFERENCIA) =>
    error(paso, `${paso}_${campo}`, errores.referencia(numero))
  if (vacio(nombre_cliente)) return incompleta('nombre_cliente')
  if (vacio(descripcion_trabajo)) return incompleta('descripcion_trabajo')
  if (!TELEFONO_DE_REFERENCIA.test(numero_referencia.trim())) return incompleta('numero_referencia')
  return errorDeLargo(numero, { nombre_cliente, descripcion_trabajo })
}

/** The first text of a reference that is longer than the database stores. Later edits have no other rule. */
export function errorDeLargo(
  numero: 1 | 2,
  {
    nombre_cliente,
    descripcion_trabajo,
  }: Pick<Onboarding['referencia1'], 'nombre_cliente' | 'descripcion_trabajo'>,
): ErrorDeOnboarding | null {
  const paso = `referencia${numero}` as const
  if (largo(nombre_cliente.trim()) > REFERENCIA_NOMBRE_MAX)
    return error(paso, `${paso}_nombre_cliente`, errores.clienteLargo(numero))
  if (largo(descripcion_trabajo.trim()) > REFERENCIA_DESCRIPCION_MAX)
    return error(paso, `${paso}_descripcion_trabajo`, errores.trabajoLargo(numero))
  return null
}

/**
 * The field that a refusal of the server is about, by its sentence: contact data in a public text, a name of the
 * catalogue that is not active any more, or a picture. Null for any other sentence.
 */
export function campoDelRechazo(mensaje: string): Omit<ErrorDeOnboarding, 'mensaje'> | null {
  const { campos, contacto, tarjeta, signos } = publicos
  const textos: [string, PasoDeBorrador, CampoDeOnboarding][] = [
    [campos.nombre, 'datos', 'nombre'],
    [campos.apellido, 'datos', 'apellido'],
    [campos.descripcion, 'descripcion', 'descripcion'],
    [campos.cliente(1), 'referencia1', 'referencia1_nombre_cliente'],
    [campos.trabajo(1), 'referencia1', 'referencia1_descripcion_trabajo'],
    [campos.cliente(2), 'referencia2', 'referencia2_nombre_cliente'],
    [campos.trabajo(2), 'referencia2', 'referencia2_descripcion_trabajo'],
  ]
  for (const [nombre, paso, campo] of textos) {
    if ([contacto, tarjeta, signos].some((frase) => frase(nombre) === mensaje)) return { paso, campo }
  }
  if (/^El oficio .* ya no está disponible\.$/.test(mensaje)) return { paso: 'oficios', campo: 'oficios' }
  if (/^La alcaldía .* ya no está disponible\.$/.test(mensaje))
    return { paso: 'alcaldias', campo: 'alcaldias' }
  const imagen = imagenDelRechazo(mensaje)
  return imagen ? { paso: imagen, campo: imagen } : null
}

const IMAGENES_RECHAZADAS: readonly [string, PasoConImagen][] = [
  [errores.selfie, 'selfie'],
  [errores.fotoAjena, 'selfie'],
  [errores.ine, 'ine'],
  [errores.ineAjena, 'ine'],
  [errores.reversoAjeno, 'ine_reverso'],
  [errores.comprobanteAjeno, 'comprobante_domicilio'],
]

/** The picture that a refusal is about, for example because its stored object is gone. */
export const imagenDelRechazo = (mensaje: string): PasoConImagen | null =>
  IMAGENES_RECHAZADAS.find(([rechazo]) => rechazo === mensaje)?.[1] ?? null
