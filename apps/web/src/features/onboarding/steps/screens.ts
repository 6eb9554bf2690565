import type {
  CampoDeOnboarding,
  ErrorDeOnboarding,
  Onboarding,
} from '@maestros/dominio/onboarding/formulario'
import { ONBOARDING_VACIO, primerError } from '@maestros/dominio/onboarding/formulario'
import {
  esPasoConImagen,
  PASOS_CON_IMAGEN,
  type PasoConImagen,
  type PasoDeBorrador,
} from '@maestros/dominio/onboarding/pasos'
import { onboarding as textos } from '@maestros/dominio/onboarding/textos'
import type { UploadStates } from '../pictures/uploads.ts'

/** The screens of a phone, in the specification's order. Each shows one or more steps of the draft. */
export type ScreenName = keyof typeof textos.pasos

export const SCREENS = Object.keys(textos.pasos) as ScreenName[]

const STEPS: Record<ScreenName, readonly PasoDeBorrador[]> = {
  datos: ['datos'],
  oficios: ['oficios'],
  alcaldias: ['alcaldias'],
  selfie: ['selfie'],
  descripcion: ['descripcion'],
  referencias: ['referencia1', 'referencia2'],
  identidad: ['curp', 'domicilio'],
  ine: ['ine', 'ine_reverso', 'comprobante_domicilio'],
  revisar: [],
}

export const screenOf = (paso: PasoDeBorrador): ScreenName =>
  SCREENS.find((name) => STEPS[name].includes(paso)) ?? 'datos'

export const stepsOf = (name: ScreenName) => STEPS[name]

/** A value of each step that breaks no rule, to ask whether one screen alone does. */
const VALID: Onboarding = {
  datos: { nombre: 'x', apellido: 'x', telefono: '5500000000' },
  oficios: ['x'],
  alcaldias: ['x'],
  selfie: 'x',
  descripcion: 'x'.repeat(100),
  referencia1: { nombre_cliente: 'x', descripcion_trabajo: 'x', numero_referencia: '5500000000' },
  referencia2: { nombre_cliente: 'x', descripcion_trabajo: 'x', numero_referencia: '5500000000' },
  curp: '0'.repeat(18),
  domicilio: 'x'.repeat(20),
  ine: 'x',
  ine_reverso: '',
  comprobante_domicilio: '',
}

/** The first rule that the answers to some steps break. */
function errorIn(form: Onboarding, pasos: readonly PasoDeBorrador[]): ErrorDeOnboarding | null {
  const own = Object.fromEntries(pasos.map((paso) => [paso, form[paso]]))
  return primerError({ ...VALID, ...own })
}

/** Whether everything that a screen asks is there. */
const isDone = (form: Onboarding, name: ScreenName): boolean => errorIn(form, STEPS[name]) === null

/** Whether the person has answered something. The names come from the account. */
const isBegun = (form: Onboarding, paso: PasoDeBorrador): boolean =>
  paso === 'datos'
    ? form.datos.telefono !== ''
    : JSON.stringify(form[paso]) !== JSON.stringify(ONBOARDING_VACIO[paso])

/** The first rule that an answer on a screen breaks. A step without an answer may be left for later. */
export function errorInAnswers(form: Onboarding, name: ScreenName): ErrorDeOnboarding | null {
  for (const paso of STEPS[name]) {
    const found = isBegun(form, paso) ? errorIn(form, [paso]) : null
    if (found) return found
  }
  return null
}

/** The pictures that are being uploaded. The form contains them only afterwards. */
export const picturesUnderWay = (uploads: UploadStates): PasoConImagen[] =>
  PASOS_CON_IMAGEN.filter((paso) => uploads[paso] && uploads[paso] !== 'fallo')

/** Whether the picture of a step has been taken, on this device or another one. An error about it is then out of date. */
export const isTaken = (form: Onboarding, uploads: UploadStates, paso: PasoDeBorrador): boolean =>
  esPasoConImagen(paso) && (form[paso] !== '' || picturesUnderWay(uploads).includes(paso))

/** What the review says about a screen. */
export function reviewOf(form: Onboarding, uploads: UploadStates, name: ScreenName) {
  const isOwn = (paso: PasoConImagen) => STEPS[name].includes(paso)
  if (picturesUnderWay(uploads).some(isOwn)) return 'subiendo'
  if (PASOS_CON_IMAGEN.some((paso) => isOwn(paso) && uploads[paso] === 'fallo')) return 'fallo'
  return isDone(form, name) ? 'completo' : 'falta'
}

/** The first screen that still lacks something, or the last one. */
export const firstOpen = (form: Onboarding): ScreenName =>
  SCREENS.find((name) => name !== 'revisar' && !isDone(form, name)) ?? 'revisar'

/** What `data-campo` names: a field or picture, or the notice of a step that two devices have changed. */
export type FocusTarget = CampoDeOnboarding | `conflicto-${PasoDeBorrador}`

/** Scrolls to the control of a field and focuses it. */
export function focusField(target: FocusTarget) {
  const part = document.querySelector<HTMLElement>(`[data-campo="${target}"]`)
  const control = part?.matches('input, textarea')
    ? part
    : (part?.querySelector<HTMLElement>('input:not([hidden]), button') ?? part)
  part?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
