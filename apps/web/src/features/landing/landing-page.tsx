import { type Landing, landing as textos } from '@maestros/dominio/textos/landing'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { TradeDrawing } from './trade-drawing.tsx'

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
      <header className="azulejo bg-brand-panel text-on-brand-panel">
        <div className="mx-auto flex max-w-grid flex-wrap items-center justify-between gap-3 px-4 py-4">
          {brand}
          <a
            href="/login-maestro"
            className="tap-target rounded-control px-2 py-2.5 font-medium underline underline-offset-4"
          >
            {textos.yaTengo}
          </a>
        </div>
        <div className="mx-auto grid max-w-grid gap-8 px-4 pt-8 pb-14 lg:grid-cols-[7fr_5fr] lg:items-center">
          <div>
            <h1 className="text-2xl font-bold text-balance">{data.titulo}</h1>
            <p className="mt-4 max-w-reading text-lg text-pretty">{data.entrada}</p>
            <Join className="mt-7" />
          </div>
          <div className="hidden justify-center rounded-card bg-card p-8 lg:flex">
            <TradeDrawing drawing={data.dibujo} className="w-full max-w-72" />
          </div>
        </div>
      </header>
      <main className="mx-auto grid max-w-grid gap-14 px-4 py-12">
        <Section title={textos.pasos.titulo}>
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
        </Section>
        <Section title={textos.beneficios.titulo}>
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
        </Section>
        <Section title={textos.trabajos}>
          <ul className="flex flex-wrap gap-2">
            {data.trabajos.map((trabajo) => (
              <li key={trabajo} className="rounded-full border border-border bg-card px-4 py-2">
                {trabajo}
              </li>
            ))}
          </ul>
        </Section>
        <Section title={textos.testimonio}>
          <figure className="max-w-reading rounded-card bg-primary-tint p-6">
            <blockquote className="text-lg text-pretty">«{data.testimonio.texto}»</blockquote>
            <figcaption className="mt-3 font-medium">{data.testimonio.autor}</figcaption>
          </figure>
        </Section>
        <Section title={textos.preguntas}>
          <dl className="grid max-w-reading gap-5">
            {data.preguntas.map(({ pregunta, respuesta }) => (
              <div key={pregunta}>
                <dt className="font-semibold">{pregunta}</dt>
                <dd className="mt-1 text-pretty text-muted-foreground">{respuesta}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <section className="azulejo rounded-card bg-brand-panel p-6 text-on-brand-panel sm:p-10">
          <h2 className="text-xl font-bold text-balance">{textos.cierre.titulo}</h2>
          <p className="mt-2 max-w-reading text-pretty">{textos.cierre.texto}</p>
          <Join className="mt-6" />
        </section>
      </main>
      {children}
    </>
  )
}

function Join({ className }: { className: string }) {
  return (
    <Button asChild variant="next" size="large" className={className}>
      <a href="/registro-maestro">{textos.registrarme}</a>
    </Button>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-5 text-xl font-semibold text-balance">{title}</h2>
      {children}
    </section>
  )
}
