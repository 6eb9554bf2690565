import { Onboarding } from '@maestros/dominio/onboarding/formulario'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

const { shape } = Onboarding

/** `base`: the version of the step that the change was made on; 0 when the server had none. */
const cambio = <T extends z.ZodMiniType>(valor: T) =>
  z.optional(z.object({ base: z.int().check(z.gte(0)), valor }))
const guardado = <T extends z.ZodMiniType>(valor: T) =>
  z.optional(z.object({ version: z.int().check(z.gte(0)), valor }))

export const OnboardingBorradorInput = z.object({
  /** The steps to save. A step that another device has changed since its base is not written. */
  cambios: z.optional(
    z.object({
      datos: cambio(shape.datos),
      oficios: cambio(shape.oficios),
      alcaldias: cambio(shape.alcaldias),
      selfie: cambio(shape.selfie),
      descripcion: cambio(shape.descripcion),
      referencia1: cambio(shape.referencia1),
      referencia2: cambio(shape.referencia2),
      curp: cambio(shape.curp),
      domicilio: cambio(shape.domicilio),
      ine: cambio(shape.ine),
      ine_reverso: cambio(shape.ine_reverso),
      comprobante_domicilio: cambio(shape.comprobante_domicilio),
    }),
  ),
})
export type OnboardingBorradorInput = z.infer<typeof OnboardingBorradorInput>

/** What the server has after the call: the steps of the draft, each with its version. */
export const PasosGuardados = z.object({
  datos: guardado(shape.datos),
  oficios: guardado(shape.oficios),
  alcaldias: guardado(shape.alcaldias),
  selfie: guardado(shape.selfie),
  descripcion: guardado(shape.descripcion),
  referencia1: guardado(shape.referencia1),
  referencia2: guardado(shape.referencia2),
  curp: guardado(shape.curp),
  domicilio: guardado(shape.domicilio),
  ine: guardado(shape.ine),
  ine_reverso: guardado(shape.ine_reverso),
  comprobante_domicilio: guardado(shape.comprobante_domicilio),
})
export type PasosGuardados = z.infer<typeof PasosGuardados>

export const onboardingBorrador = contract({
  name: 'onboarding-borrador',
  method: 'POST',
  input: OnboardingBorradorInput,
  /** `completo`: the onboarding was finished, perhaps on another device. Then there is no draft. */
  output: z.object({ success: z.literal(true), completo: z.boolean(), pasos: PasosGuardados }),
  callers: 'maestro',
  errors: [],
})
