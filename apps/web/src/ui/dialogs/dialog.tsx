import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, createContext, useContext, useState } from 'react'
import { cn } from '../class-names.ts'
import { focusedOrPressed } from '../timing/pressed.ts'
import { focusOnce, screenHeading } from './focus-once.ts'
import { useLayer } from './layers.ts'

type DialogProps = ComponentProps<typeof Primitive.Root> & {
  /** While it is true, the browser's back does not close the dialog. `onOpenChange` must refuse the other ways. */
  locked?: boolean
}

/** The root of every dialog, sheet and lightbox. The browser's back closes it. */
export function Dialog({ open, onOpenChange, locked, ...props }: DialogProps) {
  // Without `open` the dialog is opened by its trigger and keeps its state here.
  const [own, setOwn] = useState(false)
  const isOpen = open ?? own
  const change = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  useLayer(isOpen, () => change(false), locked)
  return (
    <Opener value={useOpener(isOpen)}>
      <Primitive.Root open={isOpen} onOpenChange={change} {...props} />
    </Opener>
  )
}

const Opener = createContext<Element | null>(null)

/**
 * What had the focus when the dialog was opened. It is read while the dialog is rendered: the dialog may move the focus itself
 * before Radix calls `onOpenAutoFocus`, which it then does not call.
 */
function useOpener(isOpen: boolean): Element | null {
  const read = () => ({ isOpen, opener: isOpen ? focusedOrPressed() : null })
  const [last, setLast] = useState(read)
  // The one of a closed dialog is kept: the focus returns to it after the dialog was closed.
  if (last.isOpen !== isOpen) setLast(isOpen ? read() : { ...last, isOpen })
  return last.opener
}

export const DialogClose = Primitive.Close

export function DialogOverlay() {
  return <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in" />
}

type ContentProps = ComponentProps<typeof Primitive.Content> & { closeLabel: string }

type CloseFocus = Pick<ComponentProps<typeof Primitive.Content>, 'onCloseAutoFocus'>

/**
 * Returns the focus to what opened the dialog, or to the heading of the screen. Radix knows its own trigger only, and most
 * dialogs here have none.
 */
export function useFocusReturn({ onCloseAutoFocus }: CloseFocus): Required<CloseFocus> {
  const opener = useContext(Opener)
  return {
    onCloseAutoFocus: (event) => {
      onCloseAutoFocus?.(event)
      if (event.defaultPrevented || !(opener instanceof HTMLElement)) return
      event.preventDefault()
      opener.focus()
      // The control is gone when the dialog was closed by a change of its data, for example by a block.
      const heading = screenHeading()
      if (heading && document.activeElement === document.body) focusOnce(heading)
    },
  }
}

/** A touch on a notice closes no dialog. */
export function stayForNotices(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault()
}

/** At the bottom of the window on phones, in the middle on wider windows. */
export function DialogContent({ className, children, closeLabel, ...props }: ContentProps) {
  const focus = useFocusReturn(props)
  return (
    <Primitive.Portal>
      <DialogOverlay />
      <Primitive.Content
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] scroll-pb-24 overflow-y-auto rounded-t-card bg-card p-5 shadow-float',
          '[--dialog-end:max(var(--spacing)*5,env(safe-area-inset-bottom))] pb-(--dialog-end) data-[state=open]:animate-slide-up',
          'sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:w-full sm:max-w-md sm:rounded-card',
          'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:data-[state=open]:animate-fade-in',
          className,
        )}
        onInteractOutside={stayForNotices}
        {...props}
        {...focus}
      >
        {children}
        <DialogCloseButton label={closeLabel} />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogCloseButton({ label }: { label: string }) {
  return (
    <Primitive.Close
      aria-label={label}
      data-keep-clear
      className="absolute right-2 top-3 grid size-11 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
    >
      <X aria-hidden className="size-5" />
    </Primitive.Close>
  )
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title data-keep-clear className={cn('pr-10 text-xl font-semibold', className)} {...props} />
  )
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn('mt-2 text-muted-foreground', className)} {...props} />
}
