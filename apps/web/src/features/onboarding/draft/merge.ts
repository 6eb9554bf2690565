import type { PasosGuardados } from '@maestros/contrato/onboarding/onboarding-borrador'
import { ONBOARDING_VACIO, Onboarding, OnboardingEscrito } from '@maestros/dominio/onboarding/formulario'
import {
  esPasoConImagen,
  PASOS_DE_BORRADOR,
  type PasoConImagen,
  type PasoDeBorrador,
} from '@maestros/dominio/onboarding/pasos'
import * as z from 'zod/mini'

/** A step on this device: its value, the version of the server that it is based on, and whether it is still to be sent. */
type LocalStep<T> = {
  valor: T
  base: number
  pendiente: boolean
  /**
   * The value that was sent and not answered yet. It is repeated unchanged until the server answers, so that a save whose
   * answer was lost is recognised as one of this device. What was typed since is sent afterwards.
   */
  enviado?: T | undefined
  /** What another device has saved meanwhile. The person decides which of the two stays. */
  otro?: { valor: T; version: number } | undefined
}
export type Draft = { [K in PasoDeBorrador]?: LocalStep<Onboarding[K]> | undefined }

const { shape } = OnboardingEscrito
const local = <T extends z.ZodMiniType>(valor: T) =>
  z.optional(
    z.object({
      valor,
      base: z.int(),
      pendiente: z.boolean(),
      enviado: z.optional(valor),
      otro: z.optional(z.object({ valor, version: z.int() })),
    }),
  )

export const StoredDraft = z.object({
  datos: local(shape.datos),
  oficios: local(shape.oficios),
  alcaldias: local(shape.alcaldias),
  selfie: local(shape.selfie),
  descripcion: local(shape.descripcion),
  referencia1: local(shape.referencia1),
  referencia2: local(shape.referencia2),
  curp: local(shape.curp),
  domicilio: local(shape.domicilio),
  ine: local(shape.ine),
  ine_reverso: local(shape.ine_reverso),
  comprobante_domicilio: local(shape.comprobante_domicilio),
})

/** Writes one step. The compiler cannot relate a generic key to its value in an assignment. */
const put = <K extends PasoDeBorrador>(draft: Draft, paso: K, step: LocalStep<Onboarding[K]>): Draft =>
  Object.assign(draft, { [paso]: step })

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The form as it is shown: what was filled on this device, and empty values for the rest. */
export function formOf(draft: Draft): Onboarding {
  const form = { ...ONBOARDING_VACIO }
  for (const paso of PASOS_DE_BORRADOR) fill(form, draft, paso)
  return form
}

function fill<K extends PasoDeBorrador>(form: Onboarding, draft: Draft, paso: K) {
  const step = draft[paso]
  if (step) form[paso] = step.valor
}

export function changeStep<K extends PasoDeBorrador>(draft: Draft, paso: K, valor: Onboarding[K]): Draft {
  return put({ ...draft }, paso, { base: 0, ...draft[paso], valor, pendiente: true })
}

/** Ends a conflict: keeps this device's value, or takes the other one. */
export function resolveStep<K extends PasoDeBorrador>(draft: Draft, paso: K, keep: 'mio' | 'otro'): Draft {
  const step = draft[paso]
  if (!step?.otro) return draft
  const { valor, version } = step.otro
  const kept: LocalStep<Onboarding[K]> =
    keep === 'mio'
      ? { valor: step.valor, base: version, pendiente: true }
      : { valor, base: version, pendiente: false }
  return put({ ...draft }, paso, kept)
}

/**
 * The steps that can be sent: changed here, without a conflict that waits for the person, and not longer than the server takes,
 * which would refuse the other steps too.
 */
export function pendingSteps(draft: Draft): PasoDeBorrador[] {
  return PASOS_DE_BORRADOR.filter((paso) => {
    const step = draft[paso]
    return step?.pendiente && !step.otro && fits(paso, step.enviado ?? step.valor)
  })
}

const fits = (paso: PasoDeBorrador, valor: unknown) => Onboarding.shape[paso].safeParse(valor).success

/** The first step with a conflict that waits for the person. It is not saved. */
export const undecidedStep = (draft: Draft): PasoDeBorrador | undefined =>
  PASOS_DE_BORRADOR.find((paso) => draft[paso]?.otro)

/** The first step that stays on this device until the person decides, or shortens it. */
export const unsavedStep = (draft: Draft): PasoDeBorrador | undefined =>
  PASOS_DE_BORRADOR.find((paso) => {
    const step = draft[paso]
    return step && (step.otro || !fits(paso, step.valor))
  })

/** The draft just before its pending steps are sent. */
export const markSent = (draft: Draft): Draft => pendingSteps(draft).reduce<Draft>(markStep, draft)

function markStep<K extends PasoDeBorrador>(draft: Draft, paso: K): Draft {
  const step = draft[paso]
  return step ? put({ ...draft }, paso, { ...step, enviado: step.enviado ?? step.valor }) : draft
}

/** The draft after the server has refused the values that were sent: the next ones need not wait for their answer. */
export const unmarkSent = (draft: Draft): Draft => pendingSteps(draft).reduce<Draft>(unmarkStep, draft)

function unmarkStep<K extends PasoDeBorrador>(draft: Draft, paso: K): Draft {
  const step = draft[paso]
  return step ? put({ ...draft }, paso, { ...step, enviado: undefined }) : draft
}

/** The draft without a picture that the server has refused, unless another one was taken since it was sent. */
export const dropPicture = (draft: Draft, paso: PasoConImagen): Draft =>
  draft[paso]?.enviado === draft[paso]?.valor ? changeStep(draft, paso, '') : draft

/** The draft after an answer of the server. What was typed since the request left stays and is sent next. */
export function mergeDraft(draft: Draft, saved: PasosGuardados): Draft {
  const merged: Draft = { ...draft }
  for (const paso of PASOS_DE_BORRADOR) mergeStep(merged, saved, paso)
  return merged
}

function mergeStep<K extends PasoDeBorrador>(draft: Draft, saved: PasosGuardados, paso: K) {
  const theirs = saved[paso] as { version: number; valor: Onboarding[K] } | undefined
  const mine = draft[paso]
  if (!theirs) {
    // The server has no such picture any more, so a submit with it would be refused.
    if (esPasoConImagen(paso) && !mine?.pendiente) delete draft[paso]
    return
  }
  if (!mine?.pendiente || equal(mine.valor, theirs.valor)) {
    put(draft, paso, { valor: theirs.valor, base: theirs.version, pendiente: false })
  } else if (equal(mine.enviado, theirs.valor)) {
    put(draft, paso, { valor: mine.valor, base: theirs.version, pendiente: true })
  } else if (theirs.version !== mine.base) {
    const { valor, base } = mine
    put(draft, paso, { valor, base, pendiente: true, otro: { valor: theirs.valor, version: theirs.version } })
  }
}
