import { chat as textos } from '@maestros/dominio/chat/textos'
import { Mic } from 'lucide-react'
import { type PointerEvent, type Ref, useEffect } from 'react'
import { cn } from '#ui/class-names.ts'
import { Button } from '#ui/elements/button.tsx'
import type { Press } from './use-recording.ts'

const load = () => import('./recording-bar.tsx')

type Props = {
  ref: Ref<HTMLButtonElement>
  /** Whether a recording is in progress. */
  holding: boolean
  /** It stays in the document while it is held, because it has captured the pointer. */
  hidden: boolean
  onPress: (press: Press) => void
  /** The code of the recorder could not be loaded. */
  onUnavailable: (press: Press) => void
}

/** Holding it records and releasing it sends. A click, a tap or the Enter key records without holding it. */
export function MicButton({ ref, holding, hidden, onPress, onUnavailable }: Props) {
  // The first press must not wait for the code, and without a network the recorded note is shown too.
  useEffect(() => void Promise.all([load(), import('./voice-note.tsx')]).catch(() => undefined), [])
  const begin = (press: Press) => {
    onPress(press)
    load().catch(() => onUnavailable(press))
  }

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || holding || hidden) return
    const { pointerId, clientX: x, clientY: y, currentTarget } = event
    const press: Press = { pointerId, x, y, released: false }
    const release = (up: { pointerId: number }) => {
      if (up.pointerId !== pointerId) return
      press.released = true
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    currentTarget.setPointerCapture(pointerId)
    begin(press)
  }
  return (
    <Button
      ref={ref}
      size="icon"
      hidden={hidden}
      aria-label={textos.redactar.audio}
      className={cn('touch-none', holding && 'scale-125 rounded-full')}
      onPointerDown={onPointerDown}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // A pointer has pressed before; only the keyboard and assistive technology click without one.
        if (detail === 0 && !holding) begin({ pointerId: null, x: 0, y: 0, released: true })
      }}
    >
      <Mic aria-hidden />
    </Button>
  )
}
