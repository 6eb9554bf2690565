import { resenas } from '@maestros/dominio/resenas/textos'
import { Camera } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { PicturePreview } from '#entities/picture/picture-preview.tsx'
import { Button } from '#ui/elements/button.tsx'
import type { Photos } from './use-photos.ts'

const { fotos: textos } = resenas

type Props = {
  photos: Photos
  /** While the review is being saved, nothing is added or removed. */
  busy: boolean
}

/** Up to three photos with their previews. Each can be removed, and uploaded again after a failure. */
export function PhotosField({ photos: { photos, full, offer, add, retry, remove }, busy }: Props) {
  const id = useId()
  const [choosing, setChoosing] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby={`${id}-hint`} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{textos.titulo}</legend>
      <p id={`${id}-hint`} className="text-sm text-pretty text-muted-foreground">
        {textos.ayuda}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {photos.map((photo, index) => (
          <PicturePreview
            key={photo.key}
            preview={photo.preview}
            state={photo.state}
            number={index + 1}
            busy={busy}
            alt={textos.foto(index + 1)}
            textos={textos}
            onRetry={() => retry(photo)}
            onRemove={() => {
              remove(photo.key)
              // The button that had the focus is gone.
              group.current?.focus()
            }}
          />
        ))}
        {!full && (
          <Button
            variant="outline"
            className="size-[6rem] flex-col gap-1 px-1 text-center text-sm leading-tight"
            aria-haspopup="dialog"
            aria-disabled={busy}
            onClick={() => !busy && setChoosing(true)}
          >
            <Camera aria-hidden />
            {textos.agregar}
          </Button>
        )}
      </div>
      {!full && !busy && offer}
      <ChoosePictureDialog
        textos={textos.elegir}
        open={choosing}
        onOpen={setChoosing}
        onPick={(file) => {
          setChoosing(false)
          add(file)
        }}
      />
    </fieldset>
  )
}
