import { alternativas } from '@maestros/contrato/directorio/alternativas'
import { type AvisameInput, avisame } from '@maestros/contrato/directorio/avisame'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'
import { queryClient } from '#lib/session/query-client.ts'

const KEY = 'alternativas'

type Busqueda = { alcaldia: string; oficio: string }

/** What a search without results offers. */
export const alternativasQuery = ({ alcaldia, oficio }: Busqueda) =>
  queryOptions({
    queryKey: [KEY, alcaldia, oficio],
    staleTime: 0,
    meta: { registro: 'alternatives' },
    queryFn: async ({ signal }) => (await callFunction(alternativas, { alcaldia, oficio }, { signal })).data,
  })

/** Asks for an alert or takes it back, and shows the list of alerts as it is afterwards. */
export async function changeAlert(input: AvisameInput) {
  try {
    await callFunction(avisame, input)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [KEY] })
  }
}
