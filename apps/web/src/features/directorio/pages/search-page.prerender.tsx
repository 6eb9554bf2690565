import type {
  Cifra,
  Cifras,
  Enlace,
  GrupoDeEnlaces,
  ListaDeMaestros,
  Miga,
  PaginaDeBusqueda,
  Pregunta,
} from '@maestros/contrato/directorio/pagina-de-busqueda'
import { paginasDeBusqueda as textos } from '@maestros/dominio/directorio/textos-de-paginas'
import type { ReactNode } from 'react'
import { cn, LINK } from '#ui/class-names.ts'
import { buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { PageSection, PanelBanner, PanelHeader, Question } from '#ui/elements/public-page.tsx'
import { PublicCard } from './public-card.tsx'
import { tagsOf } from './template-tags.tsx'

const page = tagsOf<PaginaDeBusqueda>()
const crumb = tagsOf<Miga>()
const figures = tagsOf<Cifras>()
const figure = tagsOf<Cifra>()
const list = tagsOf<ListaDeMaestros>()
const group = tagsOf<GrupoDeEnlaces>()
const link = tagsOf<Enlace>()
const question = tagsOf<Pregunta>()

/**
 * The template of every public search page. It is prerendered with Mustache tags in the place of its contents, and the
 * server fills them (apps/server/src/subjects/directorio/pages). Browsers never run this code.
 */
export default function SearchPage({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <>
      <PanelHeader
        brand={brand}
        link={{ href: page.text('acceso'), label: textos.yaTengo }}
        title={page.text('titulo')}
        text={page.text('entrada')}
        action={<Join />}
      />
      <main className="mx-auto grid max-w-grid grid-cols-1 gap-12 px-4 pt-6 pb-12">
        <Breadcrumbs />
        {page.part('cifras', <Figures />)}
        {page.part('maestros', <Maestros />)}
        {page.part('grupos', <Links />)}
        <PageSection title={textos.preguntas}>
          <dl className="grid max-w-reading gap-5">
            {page.part(
              'preguntas',
              <Question question={question.text('pregunta')} answer={question.text('respuesta')} />,
            )}
          </dl>
        </PageSection>
        <PanelBanner title={textos.cierre.titulo} text={page.text('cierre')} action={<Join />} />
      </main>
      {children}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes JSON here that cannot end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: '{{{datos}}}' }} />
    </>
  )
}

function Join() {
  return (
    <a className={buttonClass({ variant: 'next', size: 'large' })} href={page.text('registro')}>
      {page.text('boton')}
    </a>
  )
}

const linkClass = cn(LINK, 'font-medium')

function Breadcrumbs() {
  return (
    <nav aria-label={textos.ruta}>
      <ol className="flex flex-wrap items-center gap-x-2">
        {page.part(
          'migas',
          <li className="flex items-center gap-2">
            <a href={crumb.text('destino')} className={`tap-target inline-block py-2.5 ${linkClass}`}>
              {crumb.text('nombre')}
            </a>
            <span aria-hidden className="text-muted-foreground">
              ›
            </span>
          </li>,
        )}
        <li aria-current="page" className="py-2.5 text-muted-foreground">
          {page.text('actual')}
        </li>
      </ol>
    </nav>
  )
}

function Figures() {
  return (
    <PageSection title={textos.cifras.titulo}>
      <ul className="flex flex-wrap gap-x-10 gap-y-4">
        {figures.part(
          'totales',
          <li>
            <span className="block text-2xl font-bold tabular-nums">{figure.text('valor')}</span>
            <span className="text-muted-foreground">{figure.text('nombre')}</span>
          </li>,
        )}
      </ul>
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <FigureList title={textos.cifras.niveles} of="niveles" />
        <FigureList title={textos.cifras.calificaciones} of="calificaciones" />
      </div>
    </PageSection>
  )
}

function FigureList({ title, of }: { title: string; of: 'niveles' | 'calificaciones' }) {
  return (
    <Card>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 grid gap-1">
        {figures.part(
          of,
          <li className="flex justify-between gap-4">
            <span>{figure.text('nombre')}</span>
            <span className="font-semibold tabular-nums">{figure.text('valor')}</span>
          </li>,
        )}
      </ul>
    </Card>
  )
}

function Maestros() {
  return (
    <PageSection title={list.text('encabezado')}>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {list.part('tarjetas', <PublicCard />)}
      </ul>
      {list.part('resto', <p className="mt-4 font-medium">{list.text('resto')}</p>)}
      <p className="mt-4 max-w-reading text-sm text-pretty text-muted-foreground">{textos.lista.nota}</p>
    </PageSection>
  )
}

function Links() {
  return (
    <PageSection title={group.text('encabezado')}>
      <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {group.part(
          'enlaces',
          <li className="border-b border-border">
            <a
              href={link.text('destino')}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2 hover:bg-muted"
            >
              <span className={linkClass}>{link.text('nombre')}</span>
              <span className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
                {link.text('cuenta')}
              </span>
            </a>
          </li>,
        )}
      </ul>
    </PageSection>
  )
}
