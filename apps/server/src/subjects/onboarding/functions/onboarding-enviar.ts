import { onboardingEnviar } from '@maestros/contrato/onboarding/onboarding-enviar'
import { datosLimpios, type Onboarding, primerError } from '@maestros/dominio/onboarding/formulario'
import { rechazoDeFila } from '@maestros/dominio/seguridad/textos-publicos'
import { normalizarCurp } from '@maestros/dominio/verificacion/curp'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { welcomeMaestro } from '../welcome.ts'

export default defineFunction(onboardingEnviar, {
  summary: "Completes the caller's profile: everything that onboarding asks, in one transaction.",
  handle: async (input, { caller, run }) => {
    const given = tidied(input)
    const refusal = refusalOf(given)
    if (refusal !== undefined) {
      // `run` checks session and role. A caller without the right gets that error, not one about the form.
      await run((sql) => sql`select`)
      throw invalidInput(refusal)
    }
    await run(
      (sql) => sql`
      select interno.completar_onboarding(
        ${caller.userId}, ${sql.json(given)}, ${welcomeMaestro.name}, ${welcomeMaestro.attempts})`,
    )
    return { success: true }
  },
})

/** Without blanks at the ends and separators in the phone number and the CURP, and each trade and borough once. */
function tidied(given: Onboarding): Onboarding {
  const reference = (one: Onboarding['referencia1']) => ({
    nombre_cliente: one.nombre_cliente.trim(),
    descripcion_trabajo: one.descripcion_trabajo.trim(),
    numero_referencia: one.numero_referencia.trim(),
  })
  return {
    ...given,
    datos: datosLimpios(given.datos),
    oficios: [...new Set(given.oficios)],
    alcaldias: [...new Set(given.alcaldias)],
    descripcion: given.descripcion.trim(),
    referencia1: reference(given.referencia1),
    referencia2: reference(given.referencia2),
    curp: normalizarCurp(given.curp),
    domicilio: given.domicilio.trim(),
  }
}

/** The first rule that the form breaks, as a sentence. Triggers of db/cuenta/triggers.sql repeat the simple ones. */
function refusalOf(given: Onboarding): string | undefined {
  const error = primerError(given)
  if (error) return error.mensaje
  const { datos, descripcion, referencia1, referencia2 } = given
  return rechazoDeFila('maestros', {
    ...datos,
    descripcion,
    referencia1_nombre_cliente: referencia1.nombre_cliente,
    referencia1_descripcion_trabajo: referencia1.descripcion_trabajo,
    referencia2_nombre_cliente: referencia2.nombre_cliente,
    referencia2_descripcion_trabajo: referencia2.descripcion_trabajo,
  })
}
