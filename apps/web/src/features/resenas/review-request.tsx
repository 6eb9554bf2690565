import { RESENA_SE_PIDE_TRAS_DIAS } from '@maestros/dominio/limites'
import { resenas } from '@maestros/dominio/resenas/textos'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { logFailure } from '#lib/device/log.ts'
import { focusHeadingAfter } from '#ui/dialogs/focus-once.ts'
import { Button } from '#ui/elements/button.tsx'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'
import { dismissPeticion, peticionQuery } from './api/pedir-resena.ts'
import { BlankNote } from './drawings.tsx'

const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx'))

const { peticion: textos } = resenas
const DAY_MS = 24 * 60 * 60 * 1000

type Props = {
  chatId: string
  userId: string
  maestroId: string
  /** The first name of the maestro. */
  nombre: string
  /** When the contact was unlocked; null when that is not known here. */
  accesoEn: string | null
}

/** Asks the seeker once for a review, at the end of the conversation. The server decides whether and remembers it. */
export function ReviewRequest({ chatId, userId, maestroId, nombre, accesoEn }: Props) {
  const client = useQueryClient()
  const due = accesoEn === null || Date.now() - Date.parse(accesoEn) >= RESENA_SE_PIDE_TRAS_DIAS * DAY_MS
  const { queryKey, ...query } = peticionQuery(chatId)
  const { data: asked = false } = useQuery({ queryKey, ...query, enabled: due })
  const [writing, setWriting] = useState(false)
  if (!asked) return null
  const dismiss = () => {
    client.setQueryData(queryKey, false)
    dismissPeticion(chatId).catch((cause: unknown) => logFailure('dismissed review request', cause))
  }
  return (
    <section
      ref={focusHeadingAfter}
      aria-label={textos.titulo(nombre)}
      className="screen-only relative mx-4 mt-6 grid gap-3 rounded-card border border-border bg-card p-4 sm:grid-cols-[auto_1fr] sm:items-center"
    >
      <BlankNote className="h-14 w-20 max-sm:hidden" />
      <div>
        <p className="pr-10 text-lg font-semibold text-balance">{textos.titulo(nombre)}</p>
        <p className="mt-1 text-pretty text-muted-foreground">{textos.texto}</p>
        <Button variant="next" className="mt-3" aria-haspopup="dialog" onClick={() => setWriting(true)}>
          {textos.escribir}
        </Button>
      </div>
      <button
        type="button"
        aria-label={textos.descartarEtiqueta}
        onClick={dismiss}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <X aria-hidden className="size-5" />
      </button>
      <ReviewDialog
        open={writing}
        onOpen={(open) => {
          if (open) return
          setWriting(false)
          // A review that was written ends the request.
          void client.invalidateQueries({ queryKey })
        }}
        userId={userId}
        maestroId={maestroId}
        nombre={nombre}
      />
    </section>
  )
}
