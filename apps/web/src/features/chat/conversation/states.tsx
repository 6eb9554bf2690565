import type { Role } from '@maestros/dominio/acceso'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BrokenBubble } from './drawings.tsx'
import { HeaderFrame, INBOX } from './header.tsx'

/** Bubbles of both sides, the newest at the end. */
const SHAPES = ['h-10 w-2/5', 'ml-auto h-16 w-1/2', 'h-10 w-1/3', 'h-20 w-3/5', 'ml-auto h-10 w-2/5'] as const

export function HeaderSkeleton({ role }: { role: Role }) {
  return (
    <HeaderFrame role={role}>
      <div className="flex flex-1 items-center gap-3 p-1">
        <Skeleton className="size-11 rounded-card" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-3.5 w-40" />
        </div>
      </div>
    </HeaderFrame>
  )
}

export function LogSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
      <p role="status" className="sr-only">
        {textos.cargando}
      </p>
      <div className="mx-auto grid w-full max-w-reading gap-3 p-4">
        {SHAPES.map((shape) => (
          <Skeleton key={shape} className={`${shape} rounded-card`} />
        ))}
      </div>
    </div>
  )
}

export function ChatNotFound({ role }: { role: Role }) {
  return (
    <Instead title={textos.noEncontrado.titulo} text={textos.noEncontrado.texto[role]}>
      <Button asChild variant="next">
        <Link to={INBOX[role]}>{textos.noEncontrado.volver}</Link>
      </Button>
    </Instead>
  )
}

export function ChatFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Instead title={textos.fallo.titulo} text={comun.sinConexion}>
      <Button variant="next" onClick={onRetry} aria-disabled={retrying}>
        {comun.reintentar}
      </Button>
    </Instead>
  )
}

type InsteadProps = { title: string; text: string; children: ReactNode }

/** What there is to read and do when there is no conversation. */
function Instead({ title, text, children }: InsteadProps) {
  return (
    <div className="m-auto grid max-w-sm justify-items-center gap-3 px-4 py-12 text-center">
      <BrokenBubble />
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-pretty text-muted-foreground">{text}</p>
      <div className="mt-3">{children}</div>
    </div>
  )
}
