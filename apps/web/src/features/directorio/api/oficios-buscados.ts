import { oficiosBuscados } from '@maestros/contrato/directorio/oficios-buscados'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'

const MINUTE = 60_000

/** The most searched trades of a borough. They are only a shortcut, so a failure is not retried and only logged. */
export const oficiosBuscadosQuery = (alcaldia: string) =>
  queryOptions({
    queryKey: ['oficios-buscados', alcaldia],
    staleTime: 10 * MINUTE,
    retry: false,
    retryOnMount: false,
    meta: { registro: 'most searched trades' },
    queryFn: async ({ signal }) =>
      (await callFunction(oficiosBuscados, { alcaldia }, { signal })).data.oficios,
  })
