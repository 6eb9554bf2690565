import { fechaCorta } from '@maestros/dominio/fechas'
import { ESTRELLAS } from '@maestros/dominio/reputacion'
import { perfil } from '@maestros/dominio/textos/perfil'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stars } from '#ui/stars.tsx'
import type { ReceivedResena } from './api/maestro-profile.ts'
import { BlankNote } from './drawings.tsx'

const { resenas: textos } = perfil

type Props = {
  reviews: ReceivedResena[]
  hasMore: boolean
  loadingMore: boolean
  failedMore: boolean
  onMore: () => void
}

export function ReviewsCard({ reviews, hasMore, loadingMore, failedMore, onMore }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const continueAt = useRef<number | null>(null)

  // The last page removes the button, so the focus moves to the first new review.
  useEffect(() => {
    const index = continueAt.current
    if (index === null || reviews.length <= index) return
    continueAt.current = null
    const item = list.current?.children[index]
    if (item instanceof HTMLElement) item.focus({ preventScroll: true })
  }, [reviews.length])

  const more = () => {
    if (loadingMore) return
    continueAt.current = reviews.length
    onMore()
  }

  return (
    <Card>
      <h2 className="text-lg font-semibold">{textos.titulo}</h2>
      {reviews.length === 0 ? (
        <Notice drawing={<BlankNote />} title={textos.vacio}>
          {textos.vacioTexto}
        </Notice>
      ) : (
        <ul ref={list} className="mt-2 divide-y divide-border">
          {reviews.map((resena) => (
            <Review key={resena.id} {...resena} />
          ))}
        </ul>
      )}
      {failedMore && (
        <p role="alert" className="mt-3 text-destructive">
          {textos.fallo}
        </p>
      )}
      {hasMore && (
        <Button variant="outline" className="mt-4 w-full" aria-disabled={loadingMore} onClick={more}>
          {loadingMore ? textos.cargando : textos.mas}
        </Button>
      )}
    </Card>
  )
}

function Review({ usuario, puntuacion, comentario, creado_en, respuesta }: ReceivedResena) {
  return (
    <li tabIndex={-1} className="py-4 [overflow-wrap:anywhere] last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{usuario}</p>
        {creado_en && (
          <time dateTime={creado_en} className="text-sm text-muted-foreground">
            {fechaCorta(new Date(creado_en))}
          </time>
        )}
      </div>
      <Stars filled={puntuacion} of={ESTRELLAS} label={textos.puntuacion(puntuacion)} />
      <p className="mt-1 whitespace-pre-line text-pretty">{comentario}</p>
      {respuesta && (
        <div className="mt-3 rounded-control bg-muted p-3">
          <p className="text-sm font-medium">{textos.respuesta}</p>
          <p className="whitespace-pre-line text-pretty">{respuesta}</p>
        </div>
      )}
    </li>
  )
}
