import type { Lado } from '@maestros/dominio/chat/lado'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { enPausa } from '@maestros/dominio/maestro/disponibilidad'
import { disponibilidad } from '@maestros/dominio/perfil/textos-de-disponibilidad'
import { comun } from '@maestros/dominio/textos'
import { ImagePlus } from 'lucide-react'
import { RetryButton } from '#entities/state/failures.tsx'
import { StateScreen } from '#entities/state/state-screen.tsx'
import { buttonClass } from '#ui/elements/button.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import type { Chat } from '../api/chat.ts'
import { BrokenBubble } from '../drawings.tsx'
import { BackToInbox } from './back-to-inbox.tsx'
import { HeaderFrame } from './header.tsx'

/** The sizes of skeleton bubbles of both sides. */
const SHAPES = ['h-10 w-2/5', 'ml-auto h-16 w-1/2', 'h-10 w-1/3', 'h-20 w-3/5', 'ml-auto h-10 w-2/5'] as const

export function HeaderSkeleton({ side }: { side: Lado }) {
  return (
    <HeaderFrame side={side}>
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

/** In the middle of the conversation's frame. */
const place = 'my-auto px-4'

export function ChatNotFound({ side }: { side: Lado }) {
  const { titulo, texto, volver } = textos.noEncontrado
  return (
    <StateScreen
      drawing={<BrokenBubble />}
      title={titulo}
      text={texto[side]}
      className={place}
      action={
        <BackToInbox className={buttonClass({ variant: 'next' })} side={side}>
          {volver}
        </BackToInbox>
      }
    />
  )
}

/** In the place of the composer: the other's account was erased or is suspended. */
export function ClosedNote({ chat }: { chat: Pick<Chat, 'cerrado'> }) {
  return (
    <p className="border-t border-border bg-card px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-pretty text-muted-foreground">
      {chat.cerrado ? textos.cerrado : textos.pausado}
    </p>
  )
}

/** Above the messages: the maestro is on pause. The chat stays open. */
export function PauseNote({ hasta }: { hasta: string | null }) {
  if (hasta === null || !enPausa(hasta, new Date())) return null
  return (
    <p
      role="note"
      className="flex flex-wrap justify-center gap-x-2 border-b border-border bg-muted px-4 py-2 text-center text-sm text-pretty"
    >
      <span className="font-medium">{disponibilidad.enPausa(hasta)}.</span>
      <span>{disponibilidad.enPausaNota}</span>
    </p>
  )
}

/** Over the whole conversation while a file is dragged over it. */
export function DropTarget() {
  return (
    <div className="pointer-events-none fixed inset-4 z-40 grid place-items-center rounded-card border-2 border-dashed border-primary bg-card/90">
      <p className="flex items-center gap-2 text-lg font-semibold">
        <ImagePlus aria-hidden className="size-6 text-primary" />
        {textos.imagen.soltar}
      </p>
    </div>
  )
}

export function ChatFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <StateScreen
      drawing={<BrokenBubble />}
      title={textos.fallo.titulo}
      text={comun.sinConexion}
      className={place}
      action={<RetryButton onRetry={onRetry} retrying={retrying} />}
    />
  )
}
