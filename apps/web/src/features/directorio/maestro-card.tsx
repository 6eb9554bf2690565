import type { Tarjeta } from '@maestros/contrato/directorio/maestros'
import { resultados } from '@maestros/dominio/directorio/textos'
import { nombreConInicial } from '@maestros/dominio/nombres'
import { CircleCheckBig } from 'lucide-react'
import { memo } from 'react'
import { AnswerTime } from '#entities/maestro/answer-time.tsx'
import { AvailableMark } from '#entities/maestro/available-mark.tsx'
import { LevelChip } from '#entities/maestro/level-chip.tsx'
import { MaestroAvatar } from '#entities/maestro/maestro-avatar.tsx'
import { RatingStars, ratingFigure } from '#entities/maestro/rating-stars.tsx'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { OficioName } from './oficio-name.tsx'

const { tarjeta: textos } = resultados

const frame = 'relative flex h-full flex-col gap-2 rounded-card border border-border bg-card p-4'

/** `opener` is the element that gets the focus back. */
export type OnOpen = (maestro: Tarjeta, opener: HTMLElement) => void

type Props = {
  maestro: Tarjeta
  /** The trade of the search. */
  oficio: string
  onOpen: OnOpen
  eager: boolean
}

/** The button of the name covers the whole card. The dialog that it opens explains the marks. */
export const MaestroCard = memo(function MaestroCard({ maestro, oficio, onOpen, eager }: Props) {
  const nombre = nombreConInicial(maestro.nombre, maestro.apellido)
  return (
    <article
      className={`${frame} transition-colors duration-150 has-[h2_button:hover]:border-control has-[h2_button:focus-visible]:outline-3 has-[h2_button:focus-visible]:outline-offset-2 has-[h2_button:focus-visible]:outline-(--ring)`}
    >
      <div className="flex gap-3 max-[13.75rem]:flex-col">
        <CardAvatar maestro={maestro} eager={eager} className="size-18 text-xl max-[18.75rem]:size-14" />
        <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-1 [overflow-wrap:anywhere]">
          <h2 className="text-lg font-semibold">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={(event) => onOpen(maestro, event.currentTarget)}
              className="max-w-full text-left break-words outline-none after:absolute after:inset-0 after:rounded-card"
            >
              {nombre}
            </button>
          </h2>
          <OficioName nombre={maestro.oficio_principal} searched={oficio} />
        </div>
      </div>
      <TrackRecord maestro={maestro} />
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        <AvailableMark dia={maestro.disponible_el} />
        {maestro.identidad_verificada && <VerifiedMark label={textos.verificado} />}
        <LevelChip nivel={maestro.reputacion_nivel} label={maestro.reputacion_chip_label} explained={false} />
      </div>
    </article>
  )
})

type AvatarProps = { maestro: Tarjeta; className: string; eager?: boolean }

export function CardAvatar({ maestro, ...rest }: AvatarProps) {
  const { nombre, apellido, foto_perfil_url: foto } = maestro
  return <MaestroAvatar nombre={nombre} apellido={apellido} foto={foto} {...rest} />
}

/** Rating, completed jobs and answer time. Screen readers get the rating as one sentence, from the stars. */
export function TrackRecord({ maestro }: { maestro: Tarjeta }) {
  const { promedio_calificacion: promedio, cantidad_reseñas: resenas } = maestro
  const figure = ratingFigure(promedio, resenas)
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        {figure !== null && (
          <span aria-hidden className="font-semibold tabular-nums">
            {figure}
          </span>
        )}
        <RatingStars promedio={promedio} cantidad={resenas} />
        <span aria-hidden className="text-muted-foreground">
          {textos.resenas(resenas)}
        </span>
      </p>
      <p className="flex items-center gap-2 text-muted-foreground">
        <CircleCheckBig aria-hidden className="size-4 shrink-0" />
        {textos.trabajos(maestro.numero_trabajos_completados)}
      </p>
      <AnswerTime paso={maestro.tiempo_respuesta} />
    </div>
  )
}

export function MaestroCardSkeleton() {
  return (
    <div className={frame}>
      <div className="flex gap-3">
        <Skeleton className="size-18 shrink-0 rounded-card" />
        <div className="grid flex-1 content-start gap-2 pt-1">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-6 w-1/2" />
        </div>
      </div>
      <div className="grid gap-2 py-0.5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
      <div className="mt-auto flex items-center gap-2 pt-1">
        <Skeleton className="h-6 w-26 rounded-full" />
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
    </div>
  )
}
