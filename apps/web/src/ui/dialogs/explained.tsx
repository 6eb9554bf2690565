import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from '../class-names.ts'
import { useLayer } from './layers.ts'

type Props = { children: ReactNode; explanation: string; className?: string }

/**
 * Something short that explains itself when touched. The explanation closes on Escape and on a touch elsewhere. It is
 * the browser's own popover, which lies above everything; browsers before Chrome 114 and Safari 17 have none, and get
 * the same by state.
 */
export function Explained(props: Props) {
  const native = useSyncExternalStore(
    neverChanges,
    () => 'popover' in HTMLElement.prototype,
    () => true,
  )
  return native ? <WithPopover {...props} /> : <WithState {...props} />
}

const neverChanges = () => () => {}

// The touch target is larger than the badge that it holds.
const buttonClass = 'inline-flex min-h-11 items-center rounded-full'
const textClass = cn(
  'inset-0 m-auto h-fit w-fit max-w-[min(20rem,calc(100vw-2rem))] rounded-card border border-border',
  'bg-card p-4 text-left text-base font-normal text-foreground shadow-float',
)

function WithPopover({ children, explanation, className }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const text = useRef<HTMLSpanElement>(null)
  useLayer(open, () => text.current?.hidePopover())
  useEffect(() => {
    if (!open) return
    // The browser closes the popover. Without this, the dialog around it would close too.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation()
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [open])
  return (
    <span className="inline-flex">
      <button type="button" popoverTarget={id} className={cn(buttonClass, className)}>
        {children}
      </button>
      <span
        ref={text}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className={cn(
          textClass,
          // Beside what it explains where the browser can, in the middle of the window elsewhere.
          'supports-[position-area:end]:inset-auto supports-[position-area:end]:m-1',
          'supports-[position-area:end]:[position-area:block-end_span-all]',
          'supports-[position-area:end]:[position-try-fallbacks:flip-block]',
        )}
      >
        {explanation}
      </span>
    </span>
  )
}

function WithState({ children, explanation, className }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  useLayer(open, () => setOpen(false))
  useEffect(() => {
    if (!open) return
    const onPointer = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Otherwise the dialog around it would close too.
      event.stopPropagation()
      setOpen(false)
    }
    addEventListener('pointerdown', onPointer, true)
    addEventListener('keydown', onKey, true)
    return () => {
      removeEventListener('pointerdown', onPointer, true)
      removeEventListener('keydown', onKey, true)
    }
  }, [open])
  return (
    <span ref={box} className="inline-flex">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cn(buttonClass, className)}
      >
        {children}
      </button>
      <span id={id} hidden={!open} className={cn('fixed z-50', textClass)}>
        {explanation}
      </span>
    </span>
  )
}
