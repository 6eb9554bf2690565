import { perfil } from '@maestros/dominio/perfil/textos'
import { totalDe } from '@maestros/dominio/resenas/distribucion'
import { resenas } from '@maestros/dominio/resenas/textos'
import { comun } from '@maestros/dominio/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { type FirstPage, resenasQuery, type ShownResena } from './api/resenas.ts'
import { BlankNote } from './drawings.tsx'
import { ReviewItem } from './review-item.tsx'
import { StarDistribution } from './star-distribution.tsx'

const { resenas: textos } = perfil

type Props = {
  maestroId: string
  /** What came with the profile, and when: 0 while the profile is being read again, because its reviews are then old too. */
  first: FirstPage
  at: number
  /** On the own profile: what is shown below each review without an answer. Seekers need not download its form. */
  answer?: (resena: ShownResena) => ReactNode
}

/** The reviews of a maestro in pages, with how many there are of each number of stars. */
export function ReviewsCard({ maestroId, first, at, answer }: Props) {
  const [stars, setStars] = useState<number | null>(null)
  const [photo, setPhoto] = useState<string | null>(null)
  const query = useInfiniteQuery(resenasQuery(maestroId, stars, { first, at }))
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** How many reviews were shown when the person asked for more; null when they are there. */
  const [asked, setAsked] = useState<number | null>(null)
  const reviews = query.data?.pages.flatMap((page) => page.resenas)
  const distribucion = query.data?.pages[0]?.distribucion ?? first.distribucion
  const loaded = reviews?.length ?? 0

  const waiting = asked !== null && loaded <= asked

  // The last page removes the button, so the focus moves to the first new review.
  useEffect(() => {
    if (asked === null || loaded <= asked) return
    setAsked(null)
    const item = list.current?.children[asked]
    if (item instanceof HTMLElement) item.focus({ preventScroll: true })
  }, [asked, loaded])

  // A live change reads the list again, which ends a request for the next page.
  const { isFetching, isError, hasNextPage, fetchNextPage } = query
  const unanswered = waiting && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (unanswered) void fetchNextPage()
  }, [unanswered, fetchNextPage])

  const more = () => {
    if (query.isFetchingNextPage) return
    setAsked(loaded)
    void fetchNextPage()
  }
  const choose = (next: number | null) => {
    setAsked(null)
    setStars(next)
  }
  // The button disappears with the choice, so the focus moves to the heading.
  const showAll = () => {
    choose(null)
    heading.current?.focus({ preventScroll: true })
  }
  const failed = query.isFetchNextPageError || (isError && (!reviews || waiting))

  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {textos.titulo}
      </h2>
      {totalDe(distribucion) > 0 && (
        <StarDistribution distribucion={distribucion} chosen={stars} onChoose={choose} />
      )}
      {stars !== null && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
          <p role="status" className="font-medium">
            {reviews?.length === 0 ? resenas.lista.vacioConFiltro(stars) : resenas.lista.filtradas(stars)}
          </p>
          <Button variant="ghost" className="-mr-3 px-3 text-primary" onClick={showAll}>
            {resenas.lista.todas}
          </Button>
        </div>
      )}
      {reviews?.length === 0 && stars === null && (
        <Notice drawing={<BlankNote />} title={textos.vacio}>
          {answer ? textos.vacioPropio : textos.vacioTexto}
        </Notice>
      )}
      {reviews && reviews.length > 0 && (
        <ul ref={list} className="mt-2 divide-y divide-border">
          {reviews.map((resena) => (
            <ReviewItem
              key={resena.id}
              resena={resena}
              onOpenPhoto={setPhoto}
              {...(answer && { answer: answer(resena) })}
            />
          ))}
        </ul>
      )}
      {!reviews && !failed && (
        <div className="grid min-h-24 place-items-center">
          <Spinner label={textos.cargando} className="size-6" />
        </div>
      )}
      {failed && (
        <p role="alert" className="mt-3 text-destructive">
          {textos.fallo}
        </p>
      )}
      {!reviews && failed && (
        <Button variant="outline" className="mt-4 w-full" onClick={() => void query.refetch()}>
          {comun.reintentar}
        </Button>
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-4 w-full"
          aria-disabled={query.isFetchingNextPage}
          onClick={more}
        >
          {query.isFetchingNextPage ? textos.cargando : textos.mas}
        </Button>
      )}
      <Lightbox
        src={photo}
        title={resenas.fotos.visor}
        closeLabel={comun.cerrar}
        onClose={() => setPhoto(null)}
      />
    </Card>
  )
}
