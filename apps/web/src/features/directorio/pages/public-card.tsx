import type { Calificacion, TarjetaPublica } from '@maestros/contrato/directorio/pagina-de-busqueda'
import { paginasDeBusqueda } from '@maestros/dominio/directorio/textos-de-paginas'
import { ESTILOS, ETIQUETAS, type Nivel } from '@maestros/dominio/resenas/reputacion'
import { CalendarCheck, Star } from 'lucide-react'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { Badge } from '#ui/elements/badge.tsx'
import { tagsOf } from './template-tags.tsx'

const { lista: textos } = paginasDeBusqueda
const card = tagsOf<TarjetaPublica>()
const rating = tagsOf<Calificacion>()

/** A maestro as everybody may see one: no phone, whole surname or picture, and no link to the profile. */
export function PublicCard() {
  return (
    <li className="grid content-start gap-3 rounded-card border border-border bg-card p-4">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-card bg-primary-tint font-semibold text-primary"
        >
          {card.text('iniciales')}
        </span>
        <div className="min-w-0">
          <h3 className="font-semibold [overflow-wrap:anywhere]">{card.text('nombre')}</h3>
          {card.part('calificacion', <Rating />)}
          {card.part('sinResenas', <p className="text-sm text-muted-foreground">{textos.sinResenas}</p>)}
        </div>
      </div>
      <p className="flex flex-wrap gap-2">
        {card.part('experto', <Level nivel="experto" />)}
        {card.part('confianza', <Level nivel="confianza_comprobada" />)}
        {card.part('nuevo', <Level nivel="nuevo" />)}
        {card.part('verificado', <VerifiedMark label={textos.verificado} />)}
        {card.part(
          'disponible',
          <Badge variant="outline">
            <CalendarCheck aria-hidden />
            {textos.disponible}
          </Badge>,
        )}
      </p>
      {card.part('trabajos', <p className="text-sm text-muted-foreground">{card.text('trabajos')}</p>)}
    </li>
  )
}

const Level = ({ nivel }: { nivel: Nivel }) => <Badge variant={ESTILOS[nivel]}>{ETIQUETAS[nivel]}</Badge>

function Rating() {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
      <Star aria-hidden className="size-4 fill-accent text-accent" />
      <span className="font-semibold tabular-nums">{rating.text('promedio')}</span>
      <span className="text-muted-foreground">
        {textos.de5} · {rating.text('resenas')}
      </span>
    </p>
  )
}
