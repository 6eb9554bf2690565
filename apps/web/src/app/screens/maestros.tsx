import { comun } from '@maestros/dominio/textos'
import { useEffect } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import SearchPage from '#features/directorio/pages/search-page.prerender.tsx'
import { BrandHeader } from '../frame/brand-header.tsx'
import { Brand } from '../frame/drawings.tsx'
import { PublicFooter } from '../frame/public-footer.tsx'
import { publicMeta } from '../frame/public-page.ts'
import { NoNetwork } from '../frame/waiting-for-network.tsx'
import NotFound, { meta as notFoundMeta } from './not-found.tsx'

/**
 * The public search pages. This screen is prerendered twice: as the template that the server fills for each trade and borough, and as
 * the page for an address that names none (NOT_FOUND of vite/public-pages.ts). Both have no script. A browser runs this code only without
 * a network, when the service worker starts the app in the place of a page.
 */
export const meta: MetaFunction = (args) => {
  if (!import.meta.env.SSR) return [{ title: `${comun.sinRed.titulo} · ${comun.producto}` }]
  if (isNotFound(args.params)) return notFoundMeta(args)
  return [
    ...publicMeta({
      path: '{{direccion}}',
      title: '{{pagina}}',
      description: '{{descripcion}}',
      picture: '/social/maestros.png',
    }),
    { name: 'robots', content: '{{robots}}' },
  ]
}

const isNotFound = (params: { '*'?: string | undefined }) => params['*']?.startsWith('no-encontrada') === true

export default function Maestros() {
  const params = useParams()
  if (!import.meta.env.SSR) return <WithoutNetwork />
  if (isNotFound(params)) {
    return (
      <>
        <BrandHeader />
        <NotFound />
      </>
    )
  }
  return (
    <SearchPage brand={<Brand on="panel" />}>
      <PublicFooter />
    </SearchPage>
  )
}

const reload = () => location.reload()

function WithoutNetwork() {
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <main>
      <NoNetwork onRetry={reload} />
    </main>
  )
}
