import { perfil } from '@maestros/dominio/perfil/textos'
import { ESTRELLAS, estrellasLlenas, promedioComoTexto } from '@maestros/dominio/resenas/reputacion'
import { Stars } from '#ui/elements/stars.tsx'

type Props = { promedio: number; cantidad: number; className?: string }

/** The average with one decimal, or null when there are no reviews: 0.0 would look like the worst rating. */
export const ratingFigure = (promedio: number, cantidad: number): string | null =>
  cantidad > 0 ? promedioComoTexto(promedio) : null

/** The stars of a maestro's average. Their text alternative gives the average and the number of reviews. */
export function RatingStars({ promedio, cantidad, className }: Props) {
  const figure = ratingFigure(promedio, cantidad)
  const { estrellas, sinResenas } = perfil.calificacion
  return (
    <Stars
      filled={estrellasLlenas(promedio)}
      of={ESTRELLAS}
      label={figure === null ? sinResenas : estrellas(figure, cantidad)}
      {...(className ? { className } : {})}
    />
  )
}
