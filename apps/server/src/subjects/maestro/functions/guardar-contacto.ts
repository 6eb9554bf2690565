import { guardarContacto } from '@maestros/contrato/maestro/guardar-contacto'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { datosLimpios, errorDeDatos } from '@maestros/dominio/onboarding/formulario'
import { rechazoDeFila } from '@maestros/dominio/seguridad/textos-publicos'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

export default defineFunction(guardarContacto, {
  summary:
    'Changes name and phone of a maestro, by the rules of onboarding. A new name puts the INE back to pending.',
  handle: async (input, { caller, run, error }) => {
    const datos = datosLimpios(input)
    const refusal = errorDeDatos(datos)?.mensaje ?? rechazoDeFila('maestros', datos)
    if (refusal !== undefined) {
      // `run` checks session and role. A caller without the right gets that error, not one about the form.
      await run((sql) => sql`select`)
      throw invalidInput(refusal)
    }
    const [row] = await run(
      (sql) => sql<{ hecho: boolean }[]>`
      select interno.guardar_contacto(${caller.userId}, ${datos.nombre}, ${datos.apellido}, ${datos.telefono}) as hecho`,
    )
    if (!row?.hecho) throw error('NOT_FOUND', textos.sinPerfil)
    return { success: true }
  },
})
