import { MOVIL_ANCHO_PX, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos/comun'
import { Camera, FolderOpen } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialog.tsx'

/** 'image/jpg' is not a registered type, but the specification lists it and some file pickers use it. */
const ACCEPTED = [...TIPOS_DE_IMAGEN.slice(0, 1), 'image/jpg', ...TIPOS_DE_IMAGEN.slice(1)].join(',')

type Props = {
  textos: { titulo: string; texto: string; camara: string; dispositivo: string }
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (file: File) => void
  /** The camera that a phone opens first. */
  facing?: 'environment' | 'user'
  /** While a picture is being uploaded no other can be chosen. */
  busy?: boolean
  /** Shown below the buttons, for example the progress of an upload. */
  children?: ReactNode
}

/** Lets a person choose a picture: from the camera on a phone, from the files everywhere. */
export function ChoosePictureDialog(props: Props) {
  const { textos, open, onOpen, onPick, facing = 'environment', busy = false, children } = props
  const camera = useRef<HTMLInputElement>(null)
  const device = useRef<HTMLInputElement>(null)
  const mobile = useIsMobile()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Without this, choosing the same picture again would fire no change event.
    target.value = ''
    if (file) onPick(file)
  }
  return (
    <Dialog open={open} onOpenChange={onOpen}>
      <DialogContent closeLabel={comun.cerrar}>
        <DialogTitle>{textos.titulo}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
        <div className="mt-5 grid gap-3">
          {mobile && (
            <Button
              variant="outline"
              className="min-h-13"
              disabled={busy}
              onClick={() => camera.current?.click()}
            >
              <Camera aria-hidden />
              {textos.camara}
            </Button>
          )}
          <Button
            variant="outline"
            className="min-h-13"
            disabled={busy}
            onClick={() => device.current?.click()}
          >
            <FolderOpen aria-hidden />
            {textos.dispositivo}
          </Button>
        </div>
        {children}
        {mobile && (
          <input ref={camera} type="file" accept="image/*" capture={facing} hidden onChange={onChange} />
        )}
        <input ref={device} type="file" accept={ACCEPTED} hidden onChange={onChange} />
      </DialogContent>
    </Dialog>
  )
}

const NARROW = `(width < ${MOVIL_ANCHO_PX}px)`

function useIsMobile(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(NARROW).matches,
  )
}
