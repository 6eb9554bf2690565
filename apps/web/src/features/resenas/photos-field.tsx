import { resenas } from '@maestros/dominio/textos/resenas'
import { Camera, RotateCcw, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ChoosePictureDialog } from '#entities/picture/choose-picture-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/field-error.tsx'
import type { Photo, Photos } from './use-photos.ts'

const { fotos: textos } = resenas

/** Up to three photos with their previews. Each can be removed, and uploaded again after a failure. */
export function PhotosField({
  photos: { photos, full, add, retry, remove },
  error,
}: {
  photos: Photos
  error: string | undefined
}) {
  const id = useId()
  const [choosing, setChoosing] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-describedby={cn(`${id}-hint`, error && `${id}-error`)}
      className="grid gap-1.5"
    >
      <legend className="mb-1.5 font-medium">{textos.titulo}</legend>
      <p id={`${id}-hint`} className="text-sm text-pretty text-muted-foreground">
        {textos.ayuda}
      </p>
      <div className="mt-1 flex flex-wrap gap-3">
        {photos.map((photo, index) => (
          <Preview
            key={photo.name}
            photo={photo}
            number={index + 1}
            onRetry={() => retry(photo)}
            onRemove={() => {
              remove(photo.name)
              // The button that had the focus is gone.
              group.current?.focus()
            }}
          />
        ))}
        {!full && (
          <Button
            variant="outline"
            className="size-24 flex-col gap-1 px-1 text-center text-sm leading-tight"
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
          >
            <Camera aria-hidden />
            {textos.agregar}
          </Button>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
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

type PreviewProps = { photo: Photo; number: number; onRetry: () => void; onRemove: () => void }

function Preview({ photo: { preview, state }, number, onRetry, onRemove }: PreviewProps) {
  return (
    <div className="relative size-24 overflow-hidden rounded-control border border-border bg-skeleton">
      {preview && (
        <img
          src={preview}
          alt={textos.foto(number)}
          className={cn('size-full object-cover', state !== 'ready' && 'opacity-50')}
        />
      )}
      <button
        type="button"
        aria-label={textos.quitar(number)}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full bg-card text-foreground shadow-float">
          <X aria-hidden className="size-4" />
        </span>
      </button>
      <div role="status" className="absolute inset-x-0 bottom-0">
        {state === 'uploading' && (
          <>
            <span className="sr-only">{textos.subiendo(number)}</span>
            <span aria-hidden className="block h-1.5 animate-pulse bg-primary" />
          </>
        )}
        {state === 'failed' && (
          <button
            type="button"
            aria-label={textos.reintentar(number)}
            onClick={onRetry}
            className="flex min-h-11 w-full items-center justify-center gap-1 bg-card/90 text-sm font-medium text-destructive"
          >
            <RotateCcw aria-hidden className="size-4" />
            {textos.fallo}
          </button>
        )}
      </div>
    </div>
  )
}
