import { contacto } from '@maestros/dominio/contacto/textos'
import { readFiltros } from '@maestros/dominio/directorio/filtros'
import { resultados } from '@maestros/dominio/directorio/textos'
import { comun } from '@maestros/dominio/textos'
import { Contact } from 'lucide-react'
import { type ClientLoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { oficiosQuery } from '#entities/catalogue/catalogue-query.ts'
import { maestrosQuery } from '#features/directorio/api/maestros.ts'
import { Results } from '#features/directorio/results.tsx'
import { keepNamedChoice, readChoice } from '#features/directorio/stored-choice.ts'
import { keptLink } from '#lib/session/links/link-session.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { Button } from '#ui/elements/button.tsx'
import { GoTo } from '../access/go-to.tsx'
import { ContactAction } from './contacto/contact-action.tsx'

export const meta: MetaFunction = () => [{ title: `${resultados.titulo} · ${comun.producto}` }]

/**
 * Links to the results of another borough or trade name both. The choice is kept where every search keeps it, and the
 * address is then that of the results. The link of a confirmation e-mail also brings a session, which a redirect would remove from the history before the answer.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  if (keepNamedChoice(searchParams) && keptLink() === null) {
    const filters = searchParams.toString()
    return redirect(filters === '' ? '/resultados' : `/resultados?${filters}`)
  }
  const alcaldia = readChoice('alcaldia')
  const oficio = readChoice('oficio')
  if (alcaldia && oficio) {
    const filtros = readFiltros(searchParams)
    void queryClient.prefetchInfiniteQuery(maestrosQuery({ alcaldia, oficio, filtros }))
    void queryClient.prefetchQuery({ ...oficiosQuery, meta: {} })
  }
  return { alcaldia, oficio }
}

export default function Resultados() {
  const { alcaldia, oficio } = useLoaderData<{ alcaldia: string | null; oficio: string | null }>()
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
