import { telefonoComoTexto } from '@maestros/dominio/contacto/contacto'
import { perfil } from '@maestros/dominio/perfil/textos'
import { CircleCheck, Clock } from 'lucide-react'
import { RatingStars, ratingFigure } from '#entities/maestro/rating-stars.tsx'
import { CallLink } from '#entities/person/call-link.tsx'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import type { ReceivedProfile } from './api/maestro-profile.ts'
import { EditButton, type OnEdit } from './edit-button.tsx'

/** The cards that help a seeker to trust a maestro: verified data, figures, references. */

type Props = { maestro: ReceivedProfile }

export function VerifiedDataCard({ maestro }: Props) {
  const lines = [
    [perfil.datos.perfil, maestro.perfil_verificado],
    [perfil.datos.ine, maestro.ine_verificado],
    [perfil.datos.domicilio, maestro.domicilio_verificado],
    [perfil.datos.curp, maestro.curp_verificado],
  ] as const
  return (
    <Card>
      <h2 className="text-lg font-semibold">{perfil.datos.titulo}</h2>
      <p className="mt-1 text-sm text-pretty text-muted-foreground">{perfil.datos.explicacion}</p>
      <ul className="mt-2 divide-y divide-border">
        {lines.map(([label, verified]) => (
          <li key={label} className="flex flex-wrap items-center justify-between gap-x-4 py-2.5 last:pb-0">
            <span>{label}</span>
            <DatumState verified={verified} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function DatumState({ verified }: { verified: boolean }) {
  const Icon = verified ? CircleCheck : Clock
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 text-sm font-medium',
        verified ? 'text-verified' : 'text-muted-foreground',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {verified ? perfil.datos.verificado : perfil.datos.pendiente}
    </span>
  )
}

export function NumberCards({ maestro }: Props) {
  const { promedio_calificacion: promedio, cantidad_reseñas: cantidad } = maestro
  return (
    <div className="grid gap-4 min-[18.75rem]:grid-cols-2">
      <Card>
        <h2 className="text-sm font-medium text-muted-foreground">{perfil.calificacion.titulo}</h2>
        <p className="mt-1 text-2xl font-semibold tabular-nums">
          {ratingFigure(promedio, cantidad) ?? perfil.calificacion.ninguna}
        </p>
        <RatingStars promedio={promedio} cantidad={cantidad} className="mt-1" />
        <p className="mt-1 text-sm text-muted-foreground">{perfil.calificacion.cantidad(cantidad)}</p>
      </Card>
      <Card>
        <h2 className="text-sm font-medium text-muted-foreground">{perfil.trabajos.titulo}</h2>
        <p className="mt-1 text-2xl font-semibold tabular-nums">{maestro.numero_trabajos_completados}</p>
        <p className="mt-1 text-sm text-pretty text-muted-foreground">{perfil.trabajos.nota}</p>
      </Card>
    </div>
  )
}

type ReferencesProps = Props & {
  /** Only on the own profile, with the sentence about references that seekers do not see. */
  onEdit?: OnEdit
  hidden?: string | undefined
}

export function ReferencesCard({ maestro: { referencias }, onEdit, hidden }: ReferencesProps) {
  return (
    <Card>
      <h2 className="text-lg font-semibold">{perfil.referencias.titulo}</h2>
      {referencias.length === 0 ? (
        <p className="mt-2 text-muted-foreground">{perfil.referencias.vacio}</p>
      ) : (
        <ul className="mt-2 divide-y divide-border">
          {referencias.map((referencia, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: references have no id and never change their order
            <li key={index} className="py-3 [overflow-wrap:anywhere] last:pb-0">
              <p className="font-medium">{referencia.nombreCliente}</p>
              <p className="text-muted-foreground">{referencia.descripcionTrabajo}</p>
              {referencia.numeroReferencia && <ReferencePhone numero={referencia.numeroReferencia} />}
            </li>
          ))}
        </ul>
      )}
      {hidden && <p className="mt-2 text-pretty">{hidden}</p>}
      {onEdit && <EditButton part="referencias" onEdit={onEdit} />}
    </Card>
  )
}

function ReferencePhone({ numero }: { numero: string }) {
  const shown = telefonoComoTexto(numero)
  return (
    <CallLink
      telefono={numero}
      iconClass="size-4"
      aria-label={perfil.referencias.llamar(shown)}
      className={cn(LINK_ALONE, 'mt-1 gap-2 font-medium tabular-nums')}
    >
      {shown}
    </CallLink>
  )
}
