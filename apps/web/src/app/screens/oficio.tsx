import { comun } from '@maestros/dominio/textos/comun'
import { seleccion } from '@maestros/dominio/textos/seleccion'
import type { MetaFunction } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import { OficioChoice } from '#features/busqueda/oficio-choice.tsx'
import { queryClient } from '#lib/query-client.ts'

export const meta: MetaFunction = () => [{ title: `${seleccion.oficio.titulo} · ${comun.producto}` }]

export function clientLoader() {
  void queryClient.prefetchQuery(oficiosQuery)
  return null
}

export default function Oficio() {
  return <OficioChoice />
}
