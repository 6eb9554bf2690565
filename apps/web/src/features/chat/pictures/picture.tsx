import { chat as textos } from '@maestros/dominio/chat/textos'
import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#ui/class-names.ts'

const { mensajes } = textos

type Props = {
  src: string
  /** The sides of the whole picture, when they are known. */
  size: { width: number; height: number } | null
  label: string
  onOpen: () => void
  /** Called once when the URL no longer works, to load a new one. */
  onBroken: () => Promise<void>
}

/** As high as a picture is at most, in pixels: 15rem. */
const MAX_HEIGHT = 240

/** The proportions of width to height that are shown whole: what is longer would be a strip that nobody can read. */
const SHOWN = { least: 0.4, most: 2.5 }

/** The width at which the picture is shown unless the bubble is narrower; the height follows from the proportion. */
export const boxOf = ({ width, height }: { width: number; height: number }) => {
  const ratio = Math.min(Math.max(width / height, SHOWN.least), SHOWN.most)
  return { width: Math.round(Math.min(width, MAX_HEIGHT * ratio)), aspectRatio: `${ratio}` }
}

/**
 * Takes its space before the picture arrives, so that nothing moves: in its own proportion, or with a fixed height when the
 * size is not known. Only a very long picture is cropped here; it opens whole.
 */
export function Picture({ src, size, label, onOpen, onBroken }: Props) {
  const [broken, setBroken] = useState(false)
  const renewed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL may work
  useEffect(() => setBroken(false), [src])

  const onError = () => {
    setBroken(true)
    if (renewed.current) return
    renewed.current = true
    onBroken().catch(() => undefined)
  }

  return (
    <button
      type="button"
      aria-label={mensajes.abrirImagen(label)}
      onClick={onOpen}
      className="picture grid max-w-full rounded-control bg-skeleton md:max-w-[30vw]"
    >
      {broken ? (
        <span className="grid h-60 w-52 max-w-full place-content-center justify-items-center gap-2 p-4 text-muted-foreground">
          <ImageOff aria-hidden className="size-6" />
          {mensajes.imagenRota}
        </span>
      ) : (
        <img
          src={src}
          alt={label}
          decoding="async"
          onError={onError}
          {...(size && { ...size, style: boxOf(size) })}
          className={cn(
            'max-w-full min-w-24 rounded-control md:max-w-[30vw]',
            size ? 'h-auto object-cover' : 'h-60 w-auto object-contain',
          )}
        />
      )}
    </button>
  )
}
