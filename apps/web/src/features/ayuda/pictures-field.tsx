import { ayuda } from '@maestros/dominio/ayuda/textos'
import { TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { PicturePreview } from '#entities/picture/picture-preview.tsx'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/fields/field-error.tsx'
import type { Pictures } from './use-pictures.ts'

const { imagenes: textos } = ayuda.formulario

/** The specification also lists 'image/jpg', which some file pickers use. */
const ACCEPTED = [...TIPOS_DE_IMAGEN, 'image/jpg', '.jpg', '.jpeg', '.png', '.webp'].join(',')

type Props = {
  pictures: Pictures
  /** While the ticket is being sent, nothing is added or removed. */
  busy: boolean
  error: string | undefined
}

/** Up to four pictures with their previews. Each can be removed, and uploaded again after a failure. */
export function PicturesField({
  pictures: { pictures, full, uploading, offer, add, retry, remove },
  busy,
  error,
}: Props) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const disabled = full || uploading || busy
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Without this, choosing the same picture again would fire no change event.
    target.value = ''
    add(files)
  }
  return (
    <fieldset ref={group} tabIndex={-1} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{textos.titulo}</legend>
      <p id={`${id}-hint`} className="text-sm text-pretty text-muted-foreground">
        {textos.ayuda}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {pictures.map((picture, index) => (
          <PicturePreview
            key={picture.id}
            preview={picture.preview}
            state={picture.state}
            number={index + 1}
            busy={busy}
            alt={textos.imagen(index + 1)}
            textos={textos}
            onRetry={() => retry(picture)}
            onRemove={() => {
              remove(picture.id)
              // The button that had the focus is gone.
              group.current?.focus()
            }}
          />
        ))}
        <label
          className={cn(
            'relative grid size-[6rem] place-content-center justify-items-center gap-1 rounded-control border border-dashed border-control px-1 text-center text-sm leading-tight font-semibold',
            'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--ring)',
            disabled ? 'bg-disabled text-on-disabled' : 'cursor-pointer bg-card hover:bg-muted',
          )}
        >
          <ImagePlus aria-hidden className="size-5" />
          {textos.agregar}
          <input
            type="file"
            accept={ACCEPTED}
            multiple
            disabled={disabled}
            onChange={onChange}
            aria-describedby={cn(`${id}-hint`, error && `${id}-error`)}
            className="absolute inset-0 opacity-0"
          />
        </label>
      </div>
      {!disabled && offer}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
