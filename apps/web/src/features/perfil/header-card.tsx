import type { MaestroProfile } from '@maestros/contrato/funciones/directorio/maestro-profile'
import { perfil } from '@maestros/dominio/textos/perfil'
import { Hammer, MapPin } from 'lucide-react'
import { LevelChip } from '#entities/maestro/level-chip.tsx'
import { MaestroAvatar } from '#entities/maestro/maestro-avatar.tsx'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { Card } from '#ui/card.tsx'

export function HeaderCard({ maestro, name }: { maestro: MaestroProfile; name: string }) {
  const descripcion = maestro.descripcion?.trim()
  return (
    <Card>
      <div className="flex gap-4">
        <MaestroAvatar
          nombre={maestro.nombre}
          apellido={maestro.apellido}
          foto={maestro.foto_perfil_url}
          eager
          className="size-24 text-2xl sm:size-28"
        />
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold [overflow-wrap:anywhere]">{name}</h1>
          <div className="mt-1 flex flex-wrap gap-x-2">
            {maestro.identidad_verificada && (
              <VerifiedMark label={perfil.identidad.marca} explanation={perfil.identidad.explicacion} />
            )}
            <LevelChip nivel={maestro.reputacion_nivel} label={maestro.reputacion_chip_label} />
          </div>
        </div>
      </div>
      <dl className="mt-4 grid gap-2">
        <Fact icon={Hammer} term={perfil.oficios}>
          {maestro.oficios.join(', ')}
        </Fact>
        <Fact icon={MapPin} term={perfil.alcaldias}>
          {maestro.alcaldias.join(', ')}
        </Fact>
      </dl>
      {descripcion && (
        <section aria-label={perfil.descripcion} className="mt-4 border-t border-border pt-4">
          <p className="whitespace-pre-line [overflow-wrap:anywhere] text-pretty">{descripcion}</p>
        </section>
      )}
    </Card>
  )
}

type FactProps = { icon: typeof MapPin; term: string; children: string }

function Fact({ icon: Icon, term, children }: FactProps) {
  return (
    <div className="flex gap-2.5">
      <dt>
        <Icon aria-hidden className="mt-0.5 size-5 text-muted-foreground" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
