import { imagenGrande } from '@maestros/dominio/textos-de-almacenamiento'
import { ImageDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/elements/button.tsx'

type TooLarge = {
  /** The sentence of the form with a button, while pictures are held. */
  offer: ReactNode
  /** Replaces the pictures that are held. */
  hold: (files: readonly File[]) => void
}

/** The offer may be below the edge of a phone. */
const scrollTo = (offer: HTMLElement | null) => offer?.scrollIntoView({ block: 'nearest' })

/**
 * Holds pictures that are too large for a form until the person lets the browser make them smaller. `use` takes them as if
 * they had just been chosen: every form makes its pictures smaller before the upload.
 */
export function useTooLarge(sentence: string, use: (files: readonly File[]) => void): TooLarge {
  const [files, hold] = useState<readonly File[]>([])
  const reduce = () => {
    hold([])
    use(files)
  }
  const offer = files.length > 0 && (
    <div ref={scrollTo} className="grid justify-items-start gap-2 rounded-control bg-muted p-3">
      <p>{sentence}</p>
      <Button onClick={reduce}>
        <ImageDown aria-hidden />
        {imagenGrande.reducir}
      </Button>
    </div>
  )
  return { offer, hold }
}
