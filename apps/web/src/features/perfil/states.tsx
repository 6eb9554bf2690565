import { comun } from '@maestros/dominio/textos/comun'
import { perfil } from '@maestros/dominio/textos/perfil'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyDoor } from './drawings.tsx'

/** The shape of what comes: a face, a name, and cards beneath. */
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
  return (
    <Instead title={perfil.noEncontrado.titulo} text={perfil.noEncontrado.texto}>
      <Button variant="next" onClick={onBack}>
        {perfil.noEncontrado.volver}
      </Button>
    </Instead>
  )
}

export function PerfilFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Instead title={perfil.fallo.titulo} text={comun.sinConexion}>
      <Button variant="next" onClick={onRetry} aria-disabled={retrying}>
        {comun.reintentar}
      </Button>
    </Instead>
  )
}

type InsteadProps = { title: string; text: string; children: ReactNode }

/** What there is to read and do when there is no profile. */
function Instead({ title, text, children }: InsteadProps) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-3 py-12 text-center">
      <EmptyDoor />
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-pretty text-muted-foreground">{text}</p>
      <div className="mt-3">{children}</div>
    </div>
  )
}
