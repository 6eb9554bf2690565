import { chat as textos } from '@maestros/dominio/chat/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { isFailed } from '../outbox/entry.ts'
import { cancel, enqueuePicture, retry, useOutbox, useProgress } from '../outbox/outbox.ts'
import { type Prepared, preparePicture } from './prepare-picture.ts'

const { imagen } = textos

type Props = {
  userId: string
  chatId: string
  file: File
  onDone: () => void
  /** Moves the focus when the dialog closes, because the dialog that opened this one is gone. */
  onCloseFocus: () => void
}

/**
 * Shows the picture before it is sent, and stays open until it is sent or refused (specification, section 4). Without a
 * network it closes: the picture waits in the conversation. Closing it during the upload leaves the picture there too. While
 * the picture is being prepared it stays open, so that nothing that is typed afterwards is sent before the picture.
 */
export function PreviewDialog({ userId, chatId, file, onDone, onCloseFocus }: Props) {
  const [prepared, ready] = usePrepared(file)
  const src = usePreview(file, prepared)
  const submit = useRef<HTMLButtonElement>(null)
  const { state, clientId, send, close, stop } = useSending({ userId, chatId, ready, onDone })
  const progress = useProgress(clientId ?? '')
  const sending = state === 'sending'
  const problem = prepared?.ok === false ? prepared.sentence : null

  const dismiss = () => {
    stop()
    onDone()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        closeLabel={comun.cerrar}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          submit.current?.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onCloseFocus()
        }}
      >
        <DialogTitle>{imagen.vistaPrevia}</DialogTitle>
        <DialogDescription>{descriptionOf(sending, problem)}</DialogDescription>
        <div className="mt-4 grid h-[min(24rem,50dvh)] grid-rows-1 place-items-center overflow-hidden rounded-control bg-muted">
          {problem ? (
            <p role="alert" className="max-w-sm p-4 text-center text-pretty">
              {problem}
            </p>
          ) : (
            src && <img src={src} alt={imagen.alternativa} className="size-full object-contain" />
          )}
        </div>
        {prepared?.ok && prepared.animated && (
          <p className="mt-3 text-sm text-muted-foreground">{imagen.animada}</p>
        )}
        {/* Its space is reserved, so that the buttons do not move. */}
        <div className="h-6 content-center">
          {sending && (
            <progress
              aria-label={imagen.avance}
              value={progress ?? 0}
              className="progress h-1.5 w-full overflow-hidden rounded-full"
            />
          )}
        </div>
        <div className="grid grid-cols-2 gap-3 max-[13.75rem]:grid-cols-1">
          <Button variant="outline" onClick={dismiss}>
            {imagen.cancelar}
          </Button>
          <Button
            ref={submit}
            variant="next"
            disabled={problem !== null}
            aria-disabled={sending}
            onClick={() => void send()}
          >
            {sending ? imagen.enviando : imagen.enviar}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function descriptionOf(sending: boolean, problem: string | null): string {
  if (problem !== null) return imagen.noSePuede
  return sending ? imagen.puedesCerrar : imagen.vistaPreviaTexto
}

/** Prepares the picture while it is being looked at. The promise is for a send before that has finished. */
function usePrepared(file: File): [Prepared | null, Promise<Prepared>] {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  // The dialog is opened for one file.
  const [ready] = useState(() => preparePicture(file))
  useEffect(() => {
    let left = false
    void ready.then((result) => {
      if (!left) setPrepared(result)
    })
    return () => {
      left = true
    }
  }, [ready])
  return [prepared, ready]
}

type Given = { userId: string; chatId: string; ready: Promise<Prepared>; onDone: () => void }
type Sending = { state: 'idle' | 'preparing' } | { state: 'queued'; clientId: string }

/** Puts the picture into the outbox and follows it there. */
function useSending({ userId, chatId, ready, onDone }: Given) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const clientId = sending.state === 'queued' ? sending.clientId : null
  const entry = useOutbox(userId).find((one) => one.clientId === clientId)
  const failed = entry !== undefined && isFailed(entry)

  const finish = useEffectEvent(onDone)
  const [closing, setClosing] = useState(false)
  const left = clientId !== null && (closing || !entry || (entry.waiting && !failed))
  useEffect(() => {
    if (left) finish()
  }, [left])

  /** Closes the dialog, when the picture has its place in the outbox. */
  const close = () => {
    if (sending.state === 'preparing') setClosing(true)
    else onDone()
  }

  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
    if (clientId !== null) void cancel({ userId, clientId })
  }

  const send = async () => {
    if (clientId !== null) {
      if (failed) await retry({ userId, clientId })
      return
    }
    if (sending.state === 'preparing') return
    setSending({ state: 'preparing' })
    const prepared = await ready
    if (stopped.current) return
    const added = prepared.ok ? await enqueuePicture(userId, chatId, prepared.picture) : null
    if (added !== null && stopped.current) return cancel({ userId, clientId: added })
    if (added !== null) return setSending({ state: 'queued', clientId: added })
    toast.error(prepared.ok ? imagen.demasiadosEnEspera : prepared.sentence)
    setSending({ state: 'idle' })
    setClosing(false)
  }

  const state = sending.state === 'idle' || failed ? ('idle' as const) : ('sending' as const)
  return { state, clientId, send, close, stop }
}

/** An address of the picture as it will arrive; of the chosen file as long as that is not ready. */
function usePreview(file: File, prepared: Prepared | null): string | null {
  const shown = prepared?.ok && prepared.animated ? prepared.picture.file : file
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(shown)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [shown])
  return url
}
