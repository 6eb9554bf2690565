import { onboardingBorrador, PasosGuardados } from '@maestros/contrato/onboarding/onboarding-borrador'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(onboardingBorrador, {
  summary: "Saves steps of the caller's onboarding draft and answers the whole draft.",
  handle: async ({ cambios = {} }, { caller, run }) => {
    const [saved] = await run(
      (sql) => sql<{ completo: boolean; pasos: unknown }[]>`
      select completo, pasos from interno.guardar_borrador(${caller.userId}, ${sql.json(cambios)})`,
    )
    return {
      success: true,
      completo: saved?.completo ?? false,
      pasos: PasosGuardados.parse(saved?.pasos ?? {}),
    }
  },
})
