import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { perfil } from '@maestros/dominio/perfil/textos'
import { Hammer, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnswerTime } from '#entities/maestro/answer-time.tsx'
import { AvailableMark, PauseMark } from '#entities/maestro/available-mark.tsx'
import { LevelChip } from '#entities/maestro/level-chip.tsx'
import { MaestroAvatar } from '#entities/maestro/maestro-avatar.tsx'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { Card } from '#ui/elements/card.tsx'
import type { ReceivedProfile } from './api/maestro-profile.ts'
import { EditButton, type OnEdit } from './edit-button.tsx'

type Props = {
  maestro: ReceivedProfile
  name: string
  /** Only on the own profile: each part then has a button that edits it. */
  onEdit?: OnEdit | undefined
}

export function HeaderCard({ maestro, name, onEdit }: Props) {
  const descripcion = maestro.descripcion?.trim()
  return (
    <Card>
      <div className="flex gap-4 max-[18.75rem]:gap-3 max-[13.75rem]:flex-col">
        <MaestroAvatar
          nombre={maestro.nombre}
          apellido={maestro.apellido}
          foto={maestro.foto_perfil_url}
          eager
          className="size-24 text-2xl max-[18.75rem]:size-16 sm:size-28"
        />
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold [overflow-wrap:anywhere]">{name}</h1>
          <div className="mt-1 flex flex-wrap items-center gap-x-2">
            <AvailableMark dia={maestro.disponible_el} />
            <PauseMark hasta={maestro.en_pausa_hasta} />
            {maestro.identidad_verificada && (
              <VerifiedMark label={perfil.identidad.marca} explanation={perfil.identidad.explicacion} />
            )}
            <LevelChip nivel={maestro.reputacion_nivel} label={maestro.reputacion_chip_label} />
          </div>
          {onEdit && <EditButton part="foto" onEdit={onEdit} />}
        </div>
      </div>
      <AnswerTime paso={maestro.tiempo_respuesta} className="mt-3" />
      <dl className="mt-4 grid gap-2">
        <Fact
          icon={Hammer}
          term={perfil.oficios}
          action={onEdit && <EditButton part="oficios" onEdit={onEdit} />}
        >
          {maestro.oficios.join(', ')}
        </Fact>
        <Fact
          icon={MapPin}
          term={perfil.alcaldias}
          action={onEdit && <EditButton part="alcaldias" onEdit={onEdit} />}
        >
          {maestro.alcaldias.join(', ')}
        </Fact>
      </dl>
      {(descripcion || onEdit) && (
        <section aria-label={perfil.descripcion} className="mt-4 border-t border-border pt-4">
          <p className="whitespace-pre-line [overflow-wrap:anywhere] text-pretty">
            {descripcion || miPerfil.sinDescripcion}
          </p>
          {onEdit && <EditButton part="descripcion" onEdit={onEdit} />}
        </section>
      )}
    </Card>
  )
}

type FactProps = { icon: typeof MapPin; term: string; action?: ReactNode; children: string }

function Fact({ icon: Icon, term, action, children }: FactProps) {
  return (
    <div className="flex gap-2.5">
      <dt>
        <Icon aria-hidden className="mt-0.5 size-5 text-muted-foreground" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {children}
        {action && <div>{action}</div>}
      </dd>
    </div>
  )
}
