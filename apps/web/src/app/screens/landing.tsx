import { comun } from '@maestros/dominio/textos'
import { type MetaFunction, useMatches } from 'react-router'
import { LandingPage } from '#features/paginas/landing/landing-page.tsx'
import { LANDINGS } from '#features/paginas/landing/trades.ts'
import { Brand } from '../frame/drawings.tsx'
import { PublicFooter } from '../frame/public-footer.tsx'
import { publicMeta } from '../frame/public-page.ts'

/** The route's id is the name of the page. */
const landingOf = (id: string | undefined) => LANDINGS[id ?? '']

export const meta: MetaFunction = ({ matches }) => {
  const name = matches.at(-1)?.id
  const data = landingOf(name)
  if (!data) return []
  const { titulo, descripcion } = data.pagina
  return publicMeta({
    path: `/${name}`,
    title: `${titulo} · ${comun.producto}`,
    description: descripcion,
    picture: `/social/${name}.png`,
    structured: [
      {
        '@type': 'FAQPage',
        inLanguage: 'es-MX',
        mainEntity: data.preguntas.map(({ pregunta, respuesta }) => ({
          '@type': 'Question',
          name: pregunta,
          acceptedAnswer: { '@type': 'Answer', text: respuesta },
        })),
      },
    ],
  })
}

export default function LandingScreen() {
  const data = landingOf(useMatches().at(-1)?.id)
  if (!data) return null
  return (
    <LandingPage data={data} brand={<Brand on="panel" />}>
      <PublicFooter />
    </LandingPage>
  )
}
