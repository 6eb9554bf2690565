import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { alcaldiasQuery } from '#entities/catalogue/catalogue-query.ts'
import { AlcaldiaChoice } from '#features/directorio/alcaldia-choice.tsx'
import { queryClient } from '#lib/session/query-client.ts'

export const meta: MetaFunction = () => [{ title: `${seleccion.alcaldia.titulo} · ${comun.producto}` }]

/** Not awaited: the list is loaded while the guard checks the session. */
export function clientLoader() {
  void queryClient.prefetchQuery(alcaldiasQuery)
  return null
}

export default function Alcaldia() {
  return <AlcaldiaChoice />
}
