import { chat as textos } from '@maestros/dominio/chat/textos'
import { useEffect, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import type { Item, Pendiente } from '../messages/timeline.ts'
import { useProgress, waitingFile } from '../outbox/outbox.ts'
import { boxOf } from './picture.tsx'

type Props = Pendiente & Pick<Item, 'size'>

/** A picture of the outbox, shown from this device, and how far its upload is. */
export function PendingPicture({ clientId, size }: Props) {
  const src = useWaitingFile(clientId)
  const part = useProgress(clientId)
  return (
    <>
      <span className="picture grid w-fit max-w-full rounded-control bg-skeleton md:max-w-[30vw]">
        {src ? (
          <img
            src={src}
            alt={textos.mensajes.imagenPropia}
            {...(size && { ...size, style: boxOf(size) })}
            className={cn(
              'max-w-full min-w-24 rounded-control opacity-70 md:max-w-[30vw]',
              size ? 'h-auto object-cover' : 'h-60 w-auto object-contain',
            )}
          />
        ) : (
          <span style={size ? boxOf(size) : undefined} className={cn('block min-w-24', !size && 'h-60')} />
        )}
      </span>
      {part !== undefined && (
        <progress
          aria-label={textos.imagen.avance}
          value={part}
          className="progress mx-2 [--muted:var(--card)] mt-1.5 block h-1.5 w-[calc(100%-1rem)] overflow-hidden rounded-full"
        />
      )}
    </>
  )
}

/** An address of the file of a waiting picture; null until it is read. */
function useWaitingFile(clientId: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | undefined
    let left = false
    void waitingFile(clientId)
      .catch(() => undefined)
      .then((file) => {
        if (!file || left) return
        made = URL.createObjectURL(file)
        setUrl(made)
      })
    return () => {
      left = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [clientId])
  return url
}
