import { type ReactNode, useId, useRef } from 'react'
import { PicturePreview, type PictureState, type PreviewTexts } from './picture-preview.tsx'

type Props<Picture> = {
  textos: PreviewTexts & { titulo: string; ayuda: string }
  pictures: readonly Picture[]
  keyOf: (picture: Picture) => string
  alt: (number: number) => string
  busy: boolean
  onRetry: (picture: Picture) => void
  onRemove: (key: string) => void
  /** Stands behind the previews: what adds a picture. */
  add: ReactNode
  children: ReactNode
}

/** The pictures of a form with their previews. Each can be removed, and uploaded again after a failure. */
export function PicturesFieldset<Picture extends { preview: string | null; state: PictureState }>({
  textos,
  pictures,
  keyOf,
  alt,
  busy,
  onRetry,
  onRemove,
  add,
  children,
}: Props<Picture>) {
  const hintId = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby={hintId} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{textos.titulo}</legend>
      <p id={hintId} className="text-sm text-pretty text-muted-foreground">
        {textos.ayuda}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {pictures.map((picture, index) => (
          <PicturePreview
            key={keyOf(picture)}
            preview={picture.preview}
            state={picture.state}
            number={index + 1}
            busy={busy}
            alt={alt(index + 1)}
            textos={textos}
            onRetry={() => onRetry(picture)}
            onRemove={() => {
              onRemove(keyOf(picture))
              // The button that had the focus is gone.
              group.current?.focus()
            }}
          />
        ))}
        {add}
      </div>
      {children}
    </fieldset>
  )
}
