import { TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { Camera, FolderOpen } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { useIsNarrow } from '#lib/device/media-queries.ts'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Note } from '#ui/elements/note.tsx'

/** 'image/jpg' is not a registered type, but the specification lists it and some file pickers use it. */
const ACCEPTED = [...TIPOS_DE_IMAGEN.slice(0, 1), 'image/jpg', ...TIPOS_DE_IMAGEN.slice(1)].join(',')

type Props = {
  textos: { titulo: string; texto: string; camara: string; dispositivo: string }
  /** What the choice changes, below the text. */
  aviso?: string | undefined
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (file: File) => void
  /** Opens a viewfinder of the caller. Without it, the camera button opens the phone's own camera. */
  onCamera?: () => void
  /**
   * The state of a picture that closing would lose. Then a touch beside the dialog does not close it, and while the picture is
   * being uploaded no other can be chosen.
   */
  holding?: 'uploading' | 'unsaved' | undefined
  /** Shown below the buttons, for example the progress of an upload. */
  children?: ReactNode
}

/** Lets a person choose a picture: from the camera on a phone, from the files everywhere. */
export function ChoosePictureDialog(props: Props) {
  const { textos, aviso, open, onOpen, onPick, onCamera, holding, children } = props
  const busy = holding === 'uploading'
  const camera = useRef<HTMLInputElement>(null)
  const device = useRef<HTMLInputElement>(null)
  const mobile = useIsNarrow()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Without this, choosing the same picture again would fire no change event.
    target.value = ''
    if (file) onPick(file)
  }
  return (
    <Dialog open={open} onOpenChange={onOpen}>
      <DialogContent
        closeLabel={comun.cerrar}
        onPointerDownOutside={(event) => holding && event.preventDefault()}
      >
        <DialogTitle>{textos.titulo}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
        {aviso && <Note>{aviso}</Note>}
        <div className="mt-5 grid gap-3">
          {mobile && (
            <Choice disabled={busy} onClick={onCamera ?? (() => camera.current?.click())}>
              <Camera aria-hidden />
              {textos.camara}
            </Choice>
          )}
          <Choice disabled={busy} onClick={() => device.current?.click()}>
            <FolderOpen aria-hidden />
            {textos.dispositivo}
          </Choice>
        </div>
        {children}
        {mobile && !onCamera && (
          <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onChange} />
        )}
        <input ref={device} type="file" accept={ACCEPTED} hidden onChange={onChange} />
      </DialogContent>
    </Dialog>
  )
}

function Choice(props: { disabled: boolean; onClick: () => void; children: ReactNode }) {
  return <Button variant="outline" className="min-h-13" {...props} />
}
