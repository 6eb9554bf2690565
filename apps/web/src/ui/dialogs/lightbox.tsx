import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { Dialog, DialogOverlay, stayForNotices } from './dialog.tsx'

type Props = { src: string | null; title: string; closeLabel: string; onClose: () => void }

/** Shows a picture in the whole window. Escape or a touch beside the picture closes it. */
export function Lightbox({ src, title, closeLabel, onClose }: Props) {
  const opener = useRef<Element>(null)
  return (
    <Dialog open={src !== null} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <DialogOverlay />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid place-items-center bg-lightbox p-2 data-[state=open]:animate-fade-in"
          onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
          onInteractOutside={stayForNotices}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {src && (
            <img src={src} alt={title} className="max-h-[calc(100dvh-1rem)] max-w-full object-contain" />
          )}
          <Primitive.Close
            aria-label={closeLabel}
            data-keep-clear
            className="absolute top-[max(0.75rem,env(safe-area-inset-top))] right-3 grid size-11 place-items-center rounded-full bg-card text-foreground shadow-float hover:bg-muted"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Dialog>
  )
}
