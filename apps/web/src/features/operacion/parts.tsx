import type { Cuenta } from '@maestros/contrato/operacion/cuenta-y-acto'
import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { operacion } from '@maestros/dominio/operacion/textos'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { FailureNotice } from '#entities/state/failures.tsx'
import { useOperatorSession } from '#lib/session/operator/operator-session.ts'
import { cn, LINK, LINK_ALONE } from '#ui/class-names.ts'
import { Notice } from '#ui/elements/notice.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { isMissing } from './error-sentences.ts'

/** Small parts that several screens of the console use. */

type ScreenProps = { title: string; text?: string; back?: string; children: ReactNode }

/** `back` is the list that a screen belongs to. */
export function ConsoleScreen({ title, text, back, children }: ScreenProps) {
  const session = useOperatorSession()
  return (
    <main className="mx-auto max-w-grid px-4 pt-4 pb-12">
      {session.status === 'signed-in' && <Who {...session.operador} />}
      {back && (
        <Link to={back} className={cn(LINK_ALONE, 'mb-1')}>
          {operacion.volver}
        </Link>
      )}
      <h1 className="text-2xl font-semibold">{title}</h1>
      {text && <p className="mt-1 text-pretty text-muted-foreground">{text}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </main>
  )
}

/** On every screen, so that nobody acts in the name of a colleague. */
function Who({ nombre, nivel }: { nombre: string; nivel: NivelDeOperador }) {
  return (
    <p className="mb-2 text-sm [overflow-wrap:anywhere] text-muted-foreground">
      <span className="font-semibold text-foreground">{nombre}</span> <span>{operacion.niveles[nivel]}</span>
    </p>
  )
}

/** While a screen is being read. */
export function Loading({ rows = 3 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{operacion.cargando}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
        <Skeleton key={row} className="h-24 rounded-card" />
      ))}
    </div>
  )
}

type FailedProps = {
  error: unknown
  /** Shown when what was asked for does not exist. */
  missing?: { titulo: string; texto: string }
  onRetry: () => void
  retrying: boolean
}

export function Failed({ error, missing, onRetry, retrying }: FailedProps) {
  if (missing && isMissing(error)) return <Notice title={missing.titulo}>{missing.texto}</Notice>
  const { titulo, texto } = operacion.falloAlLeer
  return (
    <div role="alert">
      <FailureNotice title={titulo} text={texto} onRetry={onRetry} retrying={retrying} />
    </div>
  )
}

type ReadProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  rows?: number
  missing?: FailedProps['missing']
  children: (data: Data) => ReactNode
}

/** What a query has read, or what takes its place until then and after a failure. */
export function Read<Data>({ query, rows, missing, children }: ReadProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Loading {...(rows !== undefined && { rows })} />
  return (
    <Failed
      error={error}
      {...(missing && { missing })}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

/** Names and values. A value that is null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 [overflow-wrap:anywhere] sm:grid-cols-[max-content_1fr]">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted-foreground max-sm:-mb-2 max-sm:text-sm">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** How operators name an account: by its name, or its address, or as erased. */
export const nameOf = ({ nombre, correo }: Pick<Cuenta, 'nombre' | 'correo'>): string =>
  nombre ?? correo ?? operacion.cuentaEliminada

export function AccountLink({ cuenta }: { cuenta: Cuenta }) {
  const rol = operacion.roles[cuenta.rol ?? 'ninguno']
  return (
    <span>
      <Link
        to={`/operacion/cuentas/${cuenta.id}`}
        className={cn(LINK, 'tap-target inline-block py-2.5 font-semibold')}
      >
        {nameOf(cuenta)}
      </Link>
      <span className="block text-sm text-muted-foreground">{rol}</span>
      {cuenta.nombre !== null && cuenta.correo !== null && (
        <span className="block text-sm text-muted-foreground">{cuenta.correo}</span>
      )}
    </span>
  )
}

/** A text of a person, as it was written. */
export const WRITTEN = 'whitespace-pre-line [overflow-wrap:anywhere]'
