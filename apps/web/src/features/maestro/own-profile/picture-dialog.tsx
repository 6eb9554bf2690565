import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { comun } from '@maestros/dominio/textos'
import { almacenamiento } from '@maestros/dominio/textos-de-almacenamiento'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { NotAPicture, type PreparedPicture } from '#entities/picture/prepare.ts'
import { useTooLarge } from '#entities/picture/too-large.tsx'
import { RetryButton } from '#entities/state/failures.tsx'
import { isUnreachable } from '#lib/client/call-error.ts'
import { UploadError } from '#lib/client/upload.ts'
import { logFailure } from '#lib/device/log.ts'
import { lazyComponent, PendingMark } from '#ui/timing/lazy-component.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { refreshMiPerfil } from './api/mi-perfil.ts'
import { type Picture, prepareFor, refusalOf, savePicture } from './api/save-picture.ts'

const CameraDialog = lazyComponent(() => import('#entities/picture/camera-dialog.tsx'), PendingMark)

/** `aviso`: what sending it changes, or why the one before was rejected. */
type Props = { picture: Picture; id: string; aviso: string | undefined; onDone: () => void }

/**
 * Takes or chooses, uploads and stores the photo or a document. After a failure it stays open and keeps the picture, which the
 * person may not be able to take again. On a phone the camera is the one of onboarding, with its frame and its hints.
 */
export function PictureDialog({ picture, id, aviso, onDone }: Props) {
  const textos = miPerfil[picture]
  const client = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [prepared, setPrepared] = useState<PreparedPicture | null>(null)
  const [camera, setCamera] = useState(false)
  const work = useRef<AbortController | null>(null)
  // Leaving the screen ends the upload.
  useEffect(() => () => work.current?.abort(), [])

  const save = async (prepare: () => Promise<PreparedPicture>) => {
    const controller = new AbortController()
    work.current = controller
    setProgress(0)
    try {
      const ready = await prepare()
      setPrepared(ready)
      await savePicture(picture, id, ready, { onProgress: setProgress, signal: controller.signal })
    } catch (cause) {
      if (controller.signal.aborted) return
      setProgress(null)
      logFailure('picture', cause)
      if (cause instanceof NotAPicture) return toast.error(almacenamiento.imagenDanada)
      const description = detailOf(cause)
      return toast.error(textos.error, description === undefined ? {} : { description })
    }
    void refreshMiPerfil(client)
    toast.success(textos.exito)
    // A person who closed the dialog during the last request may be on another screen by now.
    if (!controller.signal.aborted) onDone()
  }
  const add = (file: File) => {
    setPrepared(null)
    void save(() => prepareFor(picture, id, file))
  }
  const { offer, hold } = useTooLarge(miPerfil.imagen.muyGrande, (files) => files.forEach(add))
  const pick = (file: File) => {
    const refused = refusalOf(file)
    hold(refused === miPerfil.imagen.muyGrande ? [file] : [])
    if (refused) toast.error(refused)
    else add(file)
  }

  return (
    <>
      <ChoosePictureDialog
        textos={textos}
        aviso={aviso}
        open
        onOpen={(open) => {
          if (open) return
          work.current?.abort()
          onDone()
        }}
        onPick={pick}
        onCamera={() => setCamera(true)}
        holding={progress !== null ? 'uploading' : prepared || offer ? 'unsaved' : undefined}
      >
        {/* Its space is reserved, so that the dialog does not jump. */}
        <div role="status" className="mt-4 min-h-12">
          {progress !== null && <Progress label={textos.subiendo} part={progress} />}
          {offer}
          {progress === null && prepared && !offer && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>{miPerfil.imagen.guardada}</p>
              <RetryButton variant="primary" onRetry={() => void save(async () => prepared)} />
            </div>
          )}
        </div>
      </ChoosePictureDialog>
      {camera && (
        <CameraDialog
          textos={textos}
          face={picture === 'foto'}
          onPicture={pick}
          onClose={() => setCamera(false)}
        />
      )}
    </>
  )
}

function Progress({ label, part }: { label: string; part: number }) {
  return (
    <>
      <p className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="tabular-nums">{miPerfil.imagen.progreso(part)}</span>
      </p>
      <progress
        aria-label={label}
        value={part}
        className="progress mt-2 block h-1.5 w-full overflow-hidden rounded-full"
      />
    </>
  )
}

/** What the person can do about it: the sentence of the server, or the missing connection. */
function detailOf(cause: unknown): string | undefined {
  if (cause instanceof UploadError) return cause.serverMessage ?? comun.sinConexion
  return isUnreachable(cause) ? comun.sinConexion : undefined
}
