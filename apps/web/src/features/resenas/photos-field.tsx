import { resenas } from '@maestros/dominio/resenas/textos'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { PicturesFieldset } from '#entities/picture/pictures-fieldset.tsx'
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
  const [choosing, setChoosing] = useState(false)
  return (
    <PicturesFieldset
      textos={textos}
      pictures={photos}
      keyOf={(photo) => photo.key}
      alt={textos.foto}
      busy={busy}
      onRetry={retry}
      onRemove={remove}
      add={
        !full && (
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
        )
      }
    >
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
    </PicturesFieldset>
  )
}
