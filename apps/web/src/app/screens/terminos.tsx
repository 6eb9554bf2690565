import { legal } from '@maestros/dominio/paginas/textos-de-paginas-legales'
import {
  type Documento,
  terminosBuscador,
  terminosMaestro,
} from '@maestros/dominio/paginas/textos-de-terminos'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { DocumentText } from '#features/paginas/legal/document-text.tsx'
import { cn, LINK } from '#ui/class-names.ts'
import { LegalPage } from '../frame/legal-page.tsx'
import { publicMeta } from '../frame/public-page.ts'

const { terminos } = legal
const TEXTS: [id: string, text: Documento][] = [
  ['buscador', terminosBuscador],
  ['maestro', terminosMaestro],
]

export const meta: MetaFunction = () =>
  publicMeta({
    path: '/terminos-y-condiciones',
    title: `${terminos.titulo} · ${comun.producto}`,
    description: terminos.descripcion,
  })

export default function Terminos() {
  return (
    <LegalPage title={terminos.titulo}>
      <p className="mt-3 text-pretty">{terminos.entrada}</p>
      <nav aria-label={terminos.indice} className="mt-4">
        <ul>
          {TEXTS.map(([id, { titulo }]) => (
            <li key={id}>
              <a href={`#${id}`} className={cn(LINK, 'tap-target inline-block py-2.5 font-medium')}>
                {titulo}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {TEXTS.map(([id, text]) => (
        <section key={id} id={id} className="mt-10">
          <h2 className="mb-2 text-xl font-semibold text-balance">{text.titulo}</h2>
          <DocumentText documento={text} />
        </section>
      ))}
    </LegalPage>
  )
}
