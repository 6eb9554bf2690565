import { readFiltros } from '@maestros/dominio/filtros'
import { comun } from '@maestros/dominio/textos/comun'
import { contacto } from '@maestros/dominio/textos/contacto'
import { resultados } from '@maestros/dominio/textos/resultados'
import { Contact } from 'lucide-react'
import type { ClientLoaderFunctionArgs, MetaFunction } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import { maestrosQuery } from '#features/busqueda/api/maestros.ts'
import { Results } from '#features/busqueda/results.tsx'
import { readChoice } from '#features/busqueda/stored-choice.ts'
import { queryClient } from '#lib/query-client.ts'
import { Button } from '#ui/button.tsx'
import { ContactAction } from '../contact-action.tsx'
import { GoTo } from '../go-to.tsx'

export const meta: MetaFunction = () => [{ title: `${resultados.titulo} · ${comun.producto}` }]

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const alcaldia = readChoice('alcaldia')
  const oficio = readChoice('oficio')
  if (alcaldia && oficio) {
    const filtros = readFiltros(new URL(request.url).searchParams)
    void queryClient.prefetchInfiniteQuery(maestrosQuery({ alcaldia, oficio, filtros }))
    void queryClient.prefetchQuery({ ...oficiosQuery, meta: {} })
  }
  return null
}

export default function Resultados() {
  const alcaldia = readChoice('alcaldia')
  const oficio = readChoice('oficio')
  if (!alcaldia || !oficio) return <GoTo path="/" />
  return (
    <Results
      alcaldia={alcaldia}
      oficio={oficio}
      extraAction={({ id }) => (
        <ContactAction
          maestroId={id}
          contexto={{ alcaldia, servicio: oficio }}
          trigger={(props) => (
            <Button variant="ghost" size="large" {...props}>
              <Contact aria-hidden />
              {contacto.abrir}
            </Button>
          )}
        />
      )}
    />
  )
}
