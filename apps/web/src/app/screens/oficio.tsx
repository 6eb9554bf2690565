import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/catalogue-query.ts'
import { oficiosBuscadosQuery } from '#features/directorio/api/oficios-buscados.ts'
import { OficioChoice } from '#features/directorio/oficio-choice.tsx'
import { readChoice } from '#features/directorio/stored-choice.ts'
import { queryClient } from '#lib/session/query-client.ts'

export const meta: MetaFunction = () => [{ title: `${seleccion.oficio.titulo} · ${comun.producto}` }]

export function clientLoader() {
  void queryClient.prefetchQuery(oficiosQuery)
  const alcaldia = readChoice('alcaldia')
  if (alcaldia) void queryClient.prefetchQuery(oficiosBuscadosQuery(alcaldia))
  return null
}

export default function Oficio() {
  return <OficioChoice />
}
