import { cambiarDisponibilidad } from '@maestros/contrato/maestro/cambiar-disponibilidad'
import type { Disponibilidad } from '@maestros/dominio/maestro/disponibilidad'
import { PAUSA_DIAS } from '@maestros/dominio/maestro/disponibilidad'
import { panel } from '@maestros/dominio/maestro/textos-de-panel'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

export default defineFunction(cambiarDisponibilidad, {
  summary: 'Marks a maestro as available today, or takes the maestro out of the list until a day.',
  handle: async ({ estado, hasta = null }, { caller, run, error }) => {
    if ((estado === 'pausa') !== (hasta !== null)) throw invalidInput(textos.datoInvalido('hasta'))
    if (hasta !== null && !isDay(hasta)) throw invalidInput(textos.datoInvalido('hasta'))
    const [row] = await run(
      (sql) => sql<{ resultado: string }[]>`
      select interno.cambiar_disponibilidad(
        ${caller.userId}, ${estado}, ${hasta}::date, ${PAUSA_DIAS.min}, ${PAUSA_DIAS.max}) as resultado`,
    )
    if (row?.resultado === 'fuera') throw invalidInput(textos.pausaFueraDeRango)
    if (row?.resultado !== 'hecho') throw error('NOT_FOUND', panel.sinPerfil)
    const [now] = await run(
      (sql) => sql<Disponibilidad[]>`
      select disponible_el::text, pausa_hasta::text from interno.disponibilidad_de(${caller.userId})`,
    )
    return { disponible_el: now?.disponible_el ?? null, pausa_hasta: now?.pausa_hasta ?? null }
  },
})

/** The pattern of the contract also accepts a day that no month has. PostgreSQL would refuse it as a fault of the server. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
