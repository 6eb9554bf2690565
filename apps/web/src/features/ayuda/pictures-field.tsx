import { ayuda } from '@maestros/dominio/ayuda/textos'
import { TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { PicturesFieldset } from '#entities/picture/pictures-fieldset.tsx'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/fields/field.tsx'
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
  const errorId = useId()
  const disabled = full || uploading || busy
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Without this, choosing the same picture again would fire no change event.
    target.value = ''
    add(files)
  }
  return (
    <PicturesFieldset
      textos={textos}
      pictures={pictures}
      keyOf={(picture) => picture.id}
      alt={textos.imagen}
      busy={busy}
      onRetry={retry}
      onRemove={remove}
      add={
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
            aria-describedby={error && errorId}
            className="absolute inset-0 opacity-0"
          />
        </label>
      }
    >
      {!disabled && offer}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </PicturesFieldset>
  )
}
