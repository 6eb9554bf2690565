import type { MetaFunction } from 'react-router'
import SearchPage from '#features/paginas-de-busqueda/search-page.prerender.tsx'
import { Brand } from '../drawings.tsx'
import { PublicFooter } from '../public-footer.tsx'
import { publicMeta } from '../public-page.ts'
import NotFound, { meta as notFoundMeta } from './not-found.tsx'

/**
 * The public search pages. This screen is prerendered once, as the template that the server fills for each trade and
 * borough. A browser runs it only for an address that the server does not know.
 */
export const meta: MetaFunction = (args) =>
  import.meta.env.SSR
    ? [
        ...publicMeta({
          path: '{{direccion}}',
          title: '{{pagina}}',
          description: '{{descripcion}}',
          picture: '/social/maestros.png',
        }),
        { name: 'robots', content: '{{robots}}' },
      ]
    : notFoundMeta(args)

export default function Maestros() {
  if (!import.meta.env.SSR) return <NotFound />
  return (
    <SearchPage brand={<Brand on="panel" />}>
      <PublicFooter />
    </SearchPage>
  )
}
