import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { Dialog, DialogCloseButton, DialogOverlay, stayForNotices, useFocusReturn } from './dialog.tsx'

export const Sheet = Dialog
export const SheetTrigger = Primitive.Trigger
export const SheetClose = Primitive.Close

type ContentProps = ComponentProps<typeof Primitive.Content> & { title: string; closeLabel: string }

/** A panel at the right edge, as high as the window. */
export function SheetContent({ className, children, title, closeLabel, ...props }: ContentProps) {
  const focus = useFocusReturn(props)
  return (
    <Primitive.Portal>
      <DialogOverlay />
      <Primitive.Content
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 right-0 z-50 w-72 max-w-[85vw] overflow-y-auto bg-card p-4 shadow-float',
          'pt-[max(1rem,env(safe-area-inset-top))] data-[state=open]:animate-slide-left',
          className,
        )}
        onInteractOutside={stayForNotices}
        {...props}
        {...focus}
      >
        <Primitive.Title className="flex min-h-9 items-center text-lg font-semibold">{title}</Primitive.Title>
        {children}
        <DialogCloseButton label={closeLabel} />
      </Primitive.Content>
    </Primitive.Portal>
  )
}
