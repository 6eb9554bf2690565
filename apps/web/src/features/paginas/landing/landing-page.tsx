import { type Landing, landing as textos } from '@maestros/dominio/paginas/textos-de-landing'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#ui/elements/button.tsx'
import { PageSection, PanelBanner, PanelHeader, Question } from '#ui/elements/public-page.tsx'

/** Invites the maestros of one trade. All of it is in the prerendered page and works without a script. */
export function LandingPage({
  data,
  brand,
  children,
}: {
  data: Landing
  brand: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PanelHeader
        brand={brand}
        link={{ href: '/login-maestro', label: textos.yaTengo }}
        title={data.titulo}
        text={data.entrada}
        action={<Join />}
        aside={
          <div className="hidden justify-center rounded-card bg-card p-8 lg:flex">
            <TradeDrawing drawing={data.dibujo} className="w-full max-w-72" />
          </div>
        }
      />
      <main className="mx-auto grid max-w-grid gap-14 px-4 py-12">
        <PageSection title={textos.pasos.titulo}>
          <ol className="grid gap-4 md:grid-cols-3">
            {textos.pasos.lista.map(({ titulo, texto }, index) => (
              <li key={titulo} className="rounded-card border border-border bg-card p-5">
                <span
                  aria-hidden
                  className="grid size-10 place-items-center rounded-full bg-primary-tint font-bold text-primary"
                >
                  {index + 1}
                </span>
                <h3 className="mt-3 text-lg font-semibold text-balance">{titulo}</h3>
                <p className="mt-1 text-pretty text-muted-foreground">{texto}</p>
              </li>
            ))}
          </ol>
        </PageSection>
        <PageSection title={textos.beneficios.titulo}>
          <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
            {textos.beneficios.lista.map(({ titulo, texto }) => (
              <li key={titulo} className="flex gap-3">
                <Check aria-hidden className="mt-1 size-5 shrink-0 text-verified" />
                <div>
                  <h3 className="font-semibold">{titulo}</h3>
                  <p className="text-pretty text-muted-foreground">{texto}</p>
                </div>
              </li>
            ))}
          </ul>
        </PageSection>
        <PageSection title={textos.trabajos}>
          <ul className="flex flex-wrap gap-2">
            {data.trabajos.map((trabajo) => (
              <li key={trabajo} className="rounded-full border border-border bg-card px-4 py-2">
                {trabajo}
              </li>
            ))}
          </ul>
        </PageSection>
        <PageSection title={textos.testimonio}>
          <figure className="max-w-reading rounded-card bg-primary-tint p-6 max-[13.75rem]:p-3">
            <blockquote className="text-lg text-pretty">«{data.testimonio.texto}»</blockquote>
            <figcaption className="mt-3 font-medium">{data.testimonio.autor}</figcaption>
          </figure>
        </PageSection>
        <PageSection title={textos.preguntas}>
          <dl className="grid max-w-reading gap-5">
            {data.preguntas.map(({ pregunta, respuesta }) => (
              <Question key={pregunta} question={pregunta} answer={respuesta} />
            ))}
          </dl>
        </PageSection>
        <PanelBanner title={textos.cierre.titulo} text={textos.cierre.texto} action={<Join />} />
      </main>
      {children}
    </>
  )
}

function Join() {
  return (
    <a className={buttonClass({ variant: 'next', size: 'large' })} href="/registro-maestro">
      {textos.registrarme}
    </a>
  )
}

const FILLS = { primario: 'fill-primary', tinte: 'fill-primary-tint', acento: 'fill-accent' } as const

function TradeDrawing({ drawing, className }: { drawing: Landing['dibujo']; className: string }) {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className={className}>
      {drawing.map(({ d, tono }) => (
        <path key={d} d={d} className={FILLS[tono]} />
      ))}
    </svg>
  )
}
