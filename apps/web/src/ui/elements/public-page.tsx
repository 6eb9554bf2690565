import type { ReactNode } from 'react'

/** The parts that public pages share: the tiled panel at the top, sections, and the panel at the end. */

type HeaderProps = {
  brand: ReactNode
  link: { href: string; label: string }
  title: string
  text: string
  action: ReactNode
  /** Beside the text on wide windows. */
  aside?: ReactNode
}

export function PanelHeader({ brand, link, title, text, action, aside }: HeaderProps) {
  return (
    <header className="azulejo bg-brand-panel text-on-brand-panel">
      <div className="mx-auto flex max-w-grid flex-wrap items-center justify-between gap-2 px-4 py-4">
        {brand}
        <a
          href={link.href}
          className="tap-target -mx-2 rounded-control px-2 py-2.5 font-medium underline underline-offset-4 max-sm:text-sm"
        >
          {link.label}
        </a>
      </div>
      <div className="mx-auto grid max-w-grid gap-8 px-4 pt-8 pb-14 lg:grid-cols-[7fr_5fr] lg:items-center">
        <div>
          <h1 className="text-2xl font-bold text-balance">{title}</h1>
          <p className="mt-4 max-w-reading text-lg text-pretty">{text}</p>
          <div className="mt-7">{action}</div>
        </div>
        {aside}
      </div>
    </header>
  )
}

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-5 text-xl font-semibold text-balance">{title}</h2>
      {children}
    </section>
  )
}

type BannerProps = { title: string; text: string; action: ReactNode }

export function PanelBanner({ title, text, action }: BannerProps) {
  return (
    <section className="azulejo rounded-card bg-brand-panel p-5 text-on-brand-panel sm:p-10">
      <h2 className="text-xl font-bold text-balance">{title}</h2>
      <p className="mt-2 max-w-reading text-pretty">{text}</p>
      <div className="mt-6">{action}</div>
    </section>
  )
}

export function Question({ question, answer }: { question: string; answer: string }) {
  return (
    <div>
      <dt className="font-semibold">{question}</dt>
      <dd className="mt-1 text-pretty text-muted-foreground">{answer}</dd>
    </div>
  )
}
