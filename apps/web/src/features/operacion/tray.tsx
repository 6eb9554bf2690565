import { fechaYHora } from '@maestros/dominio/fechas'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '#ui/class-names.ts'
import { EmptyTray } from './drawings.tsx'
import { Pages } from './paged-list.tsx'
import { ConsoleScreen } from './parts.tsx'

type Choice = { value: string; name: string; empty: { titulo: string; texto: string } }

type Props<Page, Row> = {
  path: string
  textos: { titulo: string; cuales: string; total: (count: number) => string }
  /** What can be shown. The first is shown at the path itself. */
  choices: readonly [Choice, Choice]
  current: string
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  children: (row: Row) => ReactNode
}

/** A screen of the console with what people have sent: the rows that wait, or all. */
export function Tray<Page extends { total: number }, Row extends { id: string | number }>({
  path,
  textos,
  choices,
  current,
  query,
  rowsOf,
  children,
}: Props<Page, Row>) {
  const pages = query.data?.pages
  const [first] = choices
  const chosen = choices.find(({ value }) => value === current) ?? first
  return (
    <ConsoleScreen title={textos.titulo}>
      <ChoiceLinks
        label={textos.cuales}
        options={choices.map(({ value, name }) => ({
          to: value === first.value ? path : `${path}?cuales=${value}`,
          name,
          current: value === current,
        }))}
      />
      {pages && <p className="text-sm text-muted-foreground">{textos.total(pages[0]?.total ?? 0)}</p>}
      <Pages
        key={current}
        label={textos.titulo}
        query={query}
        rows={pages?.flatMap(rowsOf)}
        keyOf={({ id }) => id}
        empty={chosen.empty}
        drawing={<EmptyTray />}
      >
        {children}
      </Pages>
    </ConsoleScreen>
  )
}

type RowProps = {
  to: string
  title: string
  badge: ReactNode
  children: ReactNode
  creado_en: string
  /** How much belongs to it. */
  count: string
}

export function TrayRow({ to, title, badge, children, creado_en, count }: RowProps) {
  return (
    <Link
      to={to}
      className="block rounded-card border border-border bg-card p-4 [overflow-wrap:anywhere] hover:bg-muted"
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{title}</span>
        {badge}
      </span>
      {children}
      <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted-foreground">
        <span>{fechaYHora(new Date(creado_en))}</span>
        <span>{count}</span>
      </span>
    </Link>
  )
}

type LinksProps = { label: string; options: readonly { to: string; name: string; current: boolean }[] }

/** Which rows of a list are shown. The choice is in the address, so the browser's back returns to it. */
function ChoiceLinks({ label, options }: LinksProps) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {options.map(({ to, name, current }) => (
          <li key={to}>
            <Link
              to={to}
              replace
              aria-current={current ? 'true' : undefined}
              className={cn(
                'inline-flex min-h-11 items-center rounded-full border px-4 font-medium',
                current
                  ? 'border-primary bg-primary-tint text-primary'
                  : 'border-control bg-card hover:bg-muted',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
