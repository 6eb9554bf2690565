import { guardarNombre } from '@maestros/contrato/cuenta/guardar-nombre'
import { NombreDeBuscador } from '@maestros/dominio/acceso/formulario-de-registro'
import { rechazoDeFila } from '@maestros/dominio/seguridad/textos-publicos'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

export default defineFunction(guardarNombre, {
  summary: 'Changes the name of a seeker, by the rules of the sign-up.',
  handle: async (input, { caller, run }) => {
    const { data, error } = NombreDeBuscador.safeParse(input)
    const names = data && { ...data, display_name: `${data.nombre} ${data.apellido}` }
    const refusal = names ? rechazoDeFila('profiles', names) : error?.issues[0]?.message
    if (!names || refusal !== undefined) {
      // `run` checks session and role. A caller without the right gets that error, not one about the form.
      await run((sql) => sql`select`)
      throw invalidInput(refusal)
    }
    // The metadata of the account are in its tokens. They are locked before the profile, as in interno.borrar_cuenta.
    await run(
      (sql) => sql`
      with cuenta as (
        update auth.users set raw_user_meta_data = raw_user_meta_data || ${sql.json(names)}, updated_at = now()
        where id = ${caller.userId} returning id
      )
      select interno.guardar_nombre_de_cuenta(id, ${names.nombre}, ${names.apellido}) from cuenta`,
    )
    return { success: true }
  },
})
