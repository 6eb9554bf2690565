import type { MaestroProfile } from '@maestros/contrato/funciones/directorio/maestro-profile'
import { iniciales } from '@maestros/dominio/nombres'
import { ESTILOS } from '@maestros/dominio/reputacion'
import { perfil } from '@maestros/dominio/textos/perfil'
import { Hammer, MapPin, ShieldCheck } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Explained } from '#ui/explained.tsx'

export function HeaderCard({ maestro, name }: { maestro: MaestroProfile; name: string }) {
  const descripcion = maestro.descripcion?.trim()
  return (
    <Card>
      <div className="flex gap-4">
        <Avatar
          src={maestro.foto_perfil_url}
          initials={iniciales(maestro.nombre, maestro.apellido)}
          seed={`${maestro.nombre} ${maestro.apellido.trim().slice(0, 1)}`}
          eager
          className="size-24 text-2xl sm:size-28"
        />
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-semibold [overflow-wrap:anywhere]">{name}</h1>
          <div className="mt-1 flex flex-wrap gap-x-2">
            {maestro.identidad_verificada && (
              <Explained explanation={perfil.identidad.explicacion}>
                <Badge variant="verified">
                  <ShieldCheck aria-hidden />
                  {perfil.identidad.marca}
                </Badge>
              </Explained>
            )}
            <Explained explanation={perfil.reputacion[maestro.reputacion_nivel]}>
              <Badge variant={ESTILOS[maestro.reputacion_nivel]} data-nivel={maestro.reputacion_nivel}>
                {maestro.reputacion_chip_label}
              </Badge>
            </Explained>
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
