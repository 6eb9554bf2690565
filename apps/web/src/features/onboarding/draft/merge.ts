import type { PasosGuardados } from '@maestros/contrato/funciones/onboarding/onboarding-borrador'
import { ONBOARDING_VACIO, Onboarding } from '@maestros/dominio/formularios/onboarding'
import { PASOS_DE_BORRADOR, type PasoDeBorrador } from '@maestros/dominio/onboarding'
import * as z from 'zod/mini'

/** A step on this device: its value, the version of the server that it is based on, and whether it is still to be sent. */
export type LocalStep<T> = {
  valor: T
  base: number
  pendiente: boolean
  /** What another device has saved meanwhile. The person decides which of the two stays. */
  otro?: { valor: T; version: number } | undefined
}
export type Draft = { [K in PasoDeBorrador]?: LocalStep<Onboarding[K]> | undefined }

const { shape } = Onboarding
const local = <T extends z.ZodMiniType>(valor: T) =>
  z.optional(
    z.object({
      valor,
      base: z.int(),
      pendiente: z.boolean(),
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
  const step = draft[paso]
  return put({ ...draft }, paso, { valor, base: step?.base ?? 0, pendiente: true, otro: step?.otro })
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

/** The steps that can be sent: changed here, and without a conflict that waits for the person. */
export function pendingSteps(draft: Draft): PasoDeBorrador[] {
  return PASOS_DE_BORRADOR.filter((paso) => draft[paso]?.pendiente && !draft[paso]?.otro)
}

/**
 * The draft after an answer of the server. `sent` is the draft as it was when the request left: what was typed since
 * stays and is sent next.
 */
export function mergeDraft(draft: Draft, saved: PasosGuardados, sent: Draft): Draft {
  const merged: Draft = { ...draft }
  for (const paso of PASOS_DE_BORRADOR) mergeStep(merged, saved, sent, paso)
  return merged
}

function mergeStep<K extends PasoDeBorrador>(draft: Draft, saved: PasosGuardados, sent: Draft, paso: K) {
  const theirs = saved[paso] as { version: number; valor: Onboarding[K] } | undefined
  if (!theirs) return
  const mine = draft[paso]
  if (!mine?.pendiente || equal(mine.valor, theirs.valor)) {
    put(draft, paso, { valor: theirs.valor, base: theirs.version, pendiente: false })
  } else if (equal(sent[paso]?.valor, theirs.valor)) {
    put(draft, paso, { valor: mine.valor, base: theirs.version, pendiente: true })
  } else if (theirs.version !== mine.base) {
    put(draft, paso, { ...mine, otro: { valor: theirs.valor, version: theirs.version } })
  }
}
