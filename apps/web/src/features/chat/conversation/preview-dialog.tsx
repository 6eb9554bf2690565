import { IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { useEffect, useRef, useState } from 'react'
import { extensionOf, shrink } from '#entities/picture/shrink.ts'
import { UploadError } from '#lib/upload.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialog.tsx'
import { toast } from '#ui/toaster.tsx'
import { type Shipment, sendPicture, shipment, uploadPicture } from '../api/send-picture.ts'

const { imagen, error: errores } = textos

type Props = {
  chatId: string
  file: File
  onDone: () => void
  /** Moves the focus when the dialog closes, because the dialog that opened this one is gone. */
  onCloseFocus: () => void
}

/** Stays open until the picture is sent or cancelled. After a failure the same button continues where it stopped. */
export function PreviewDialog({ chatId, file, onDone, onCloseFocus }: Props) {
  const src = useObjectUrl(file)
  const [progress, setProgress] = useState<number | null>(null)
  const work = useRef<AbortController | null>(null)
  const prepared = useRef<Shipment | null>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const sending = progress !== null

  const close = () => {
    work.current?.abort()
    onDone()
  }

  const send = async () => {
    if (sending) return
    setProgress(0)
    const controller = new AbortController()
    work.current = controller
    const { signal } = controller
    const problem = await sendFile(chatId, file, prepared, { signal, onProgress: setProgress })
    if (signal.aborted) return
    if (problem === null) return onDone()
    toast.error(problem)
    setProgress(null)
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
        <DialogDescription>{imagen.vistaPreviaTexto}</DialogDescription>
        <div className="mt-4 h-[min(24rem,50dvh)] overflow-hidden rounded-control bg-muted">
          {src && <img src={src} alt={imagen.alternativa} className="size-full object-contain" />}
        </div>
        {/* Its space is reserved, so that the buttons do not move. */}
        <div className="h-6 content-center">
          {sending && (
            <progress
              aria-label={imagen.avance}
              value={progress}
              className="progress h-1.5 w-full overflow-hidden rounded-full"
            />
          )}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="outline" onClick={close}>
            {imagen.cancelar}
          </Button>
          <Button ref={submit} variant="next" aria-disabled={sending} onClick={() => void send()}>
            {sending ? imagen.enviando : imagen.enviar}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}

type Options = { signal: AbortSignal; onProgress: (part: number) => void }

/** Returns null when the picture was sent, otherwise the sentence to show. `prepared` keeps finished steps for a retry. */
async function sendFile(
  chatId: string,
  file: File,
  prepared: { current: Shipment | null },
  options: Options,
) {
  if (!prepared.current) {
    const small = await shrink(file).catch(() => null)
    if (!small) return imagen.ilegible
    if (small.size > IMAGEN_MAX_BYTES) return imagen.demasiadoGrande
    prepared.current = shipment(chatId, small, extensionOf(file.name))
  }
  const given = prepared.current
  try {
    const path = await uploadPicture(given, options)
    await sendPicture(given, path)
    return null
  } catch (cause) {
    if (cause instanceof UploadError) return errores.subida(cause.serverMessage ?? imagen.sinConexion)
    return errores.imagen
  }
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
