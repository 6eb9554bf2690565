import { chat as textos } from '@maestros/dominio/textos/chat'
import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const { mensajes } = textos

type Props = {
  src: string
  label: string
  onOpen: () => void
  /** Called once when the URL no longer works, to load a new one. */
  onBroken: () => Promise<void>
}

/** Has a fixed height, so that nothing moves when the picture arrives. The picture is never cropped. */
export function Picture({ src, label, onOpen, onBroken }: Props) {
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
          className="h-60 w-auto max-w-full min-w-24 rounded-control object-contain md:max-w-[30vw]"
        />
      )}
    </button>
  )
}
