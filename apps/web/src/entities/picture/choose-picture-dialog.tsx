import { MOVIL_ANCHO_PX, TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos/comun'
import { Camera, FolderOpen } from 'lucide-react'
import { type ChangeEvent, useRef, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialog.tsx'

/** 'image/jpg' is not a registered type, but the specification lists it and some file pickers use it. */
const ACCEPTED = [...TIPOS_DE_IMAGEN.slice(0, 1), 'image/jpg', ...TIPOS_DE_IMAGEN.slice(1)].join(',')

type Props = {
  textos: { titulo: string; texto: string; camara: string; dispositivo: string }
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (file: File) => void
}

/** Lets a person choose a picture: from the camera on a phone, from the files everywhere. */
export function ChoosePictureDialog({ textos, open, onOpen, onPick }: Props) {
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
            <Button variant="outline" className="min-h-13" onClick={() => camera.current?.click()}>
              <Camera aria-hidden />
              {textos.camara}
            </Button>
          )}
          <Button variant="outline" className="min-h-13" onClick={() => device.current?.click()}>
            <FolderOpen aria-hidden />
            {textos.dispositivo}
          </Button>
        </div>
        {mobile && (
          <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onChange} />
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
