import { RotateCcw, X } from 'lucide-react'
import { cn } from '#ui/class-names.ts'

export type PictureState = 'uploading' | 'ready' | 'failed'

export type PreviewTexts = {
  quitar: (number: number) => string
  subiendo: (number: number) => string
  reintentar: (number: number) => string
  fallo: string
}

type Props = {
  /** What the <img> shows; null while its address is not known. */
  preview: string | null
  state: PictureState
  number: number
  /** While the form is being sent, nothing is changed. */
  busy?: boolean
  alt: string
  textos: PreviewTexts
  onRetry: () => void
  onRemove: () => void
}

/** One picture of a form that uploads it as soon as it is chosen. It can be removed, and uploaded again after a failure. */
export function PicturePreview({
  preview,
  state,
  number,
  busy = false,
  alt,
  textos,
  onRetry,
  onRemove,
}: Props) {
  return (
    <div className="relative size-[6rem] overflow-hidden rounded-control border border-border bg-skeleton">
      {preview && (
        <img
          src={preview}
          alt={alt}
          className={cn('size-full object-cover', state !== 'ready' && 'opacity-50')}
        />
      )}
      <button
        type="button"
        aria-label={textos.quitar(number)}
        disabled={busy}
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
            disabled={busy}
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
