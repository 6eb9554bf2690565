import { perfil } from '@maestros/dominio/perfil/textos'
import { comun } from '@maestros/dominio/textos'
import { RetryButton } from '#entities/state/failures.tsx'
import { StateScreen } from '#entities/state/state-screen.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { EmptyDoor } from './drawings.tsx'

/** Skeletons in the layout of a profile. */
export function PerfilLoading() {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-muted-foreground">
        {perfil.cargando}
      </p>
      <Card className="flex gap-4">
        <Skeleton className="size-24 rounded-card" />
        <div className="grid flex-1 content-start gap-3 pt-1">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-3/4" />
        </div>
      </Card>
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
      </div>
      <Skeleton className="h-52 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  )
}

export function MaestroNotFound({ onBack }: { onBack: () => void }) {
  const { titulo, texto, volver } = perfil.noEncontrado
  return (
    <StateScreen
      drawing={<EmptyDoor />}
      title={titulo}
      text={texto}
      action={
        <Button variant="next" onClick={onBack}>
          {volver}
        </Button>
      }
    />
  )
}

export function PerfilFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <StateScreen
      drawing={<EmptyDoor />}
      title={perfil.fallo.titulo}
      text={comun.sinConexion}
      action={<RetryButton onRetry={onRetry} retrying={retrying} />}
    />
  )
}
