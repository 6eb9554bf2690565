import { operacion } from '@maestros/dominio/operacion/textos'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { NextPageFailed } from '#entities/state/failures.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Failed, Loading } from './parts.tsx'

type Props<Row> = {
  label: string
  query: Pick<
    UseInfiniteQueryResult,
    | 'error'
    | 'isFetching'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'hasNextPage'
    | 'fetchNextPage'
    | 'refetch'
  >
  /** Undefined until the first page is here. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string | number
  empty: { titulo: string; texto: string }
  drawing: ReactNode
  children: (row: Row) => ReactNode
}

/** A list in pages, with what takes its place while it is read, when it is empty, and when reading failed. */
export function Pages<Row>({ label, query, rows, keyOf, empty, drawing, children }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null)
  /** How many rows were shown when more were asked for. */
  const [asked, setAsked] = useState<number | null>(null)
  const loaded = rows?.length ?? 0
  // The last page removes the button, so the focus moves to the first new row.
  useEffect(() => {
    if (asked === null || loaded <= asked) return
    setAsked(null)
    const item = list.current?.children[asked]
    if (item instanceof HTMLElement) item.focus({ preventScroll: true })
  }, [asked, loaded])
  if (!rows) {
    if (query.error === null) return <Loading />
    return <Failed error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  if (rows.length === 0) {
    return (
      <Notice drawing={drawing} title={empty.titulo}>
        {empty.texto}
      </Notice>
    )
  }
  const more = () => {
    if (query.isFetchingNextPage) return
    setAsked(loaded)
    void query.fetchNextPage()
  }
  return (
    <>
      <ul ref={list} aria-label={label} className="grid gap-3">
        {rows.map((row) => (
          <li key={keyOf(row)} tabIndex={-1} className="rounded-card">
            {children(row)}
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <NextPageFailed text={operacion.falloAlLeerMas} onRetry={more} retrying={query.isFetchingNextPage} />
      ) : (
        query.hasNextPage && (
          <Button variant="outline" aria-disabled={query.isFetchingNextPage} onClick={more}>
            {query.isFetchingNextPage ? operacion.cargandoMas : operacion.verMas}
          </Button>
        )
      )}
    </>
  )
}
