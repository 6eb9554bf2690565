import { type ReactNode, useEffect } from 'react'
import { Toaster, toast } from 'sonner'

type Props = { label: string; closeLabel: string; onReady: (show: typeof toast) => void }

/** The toast library, in its own chunk (see toaster.tsx). */
export default function Sonner({ label, closeLabel, onReady }: Props): ReactNode {
  // The Toaster subscribes in its own effect, which runs before this one.
  useEffect(() => onReady(toast), [onReady])
  return (
    <Toaster
      position="top-center"
      duration={6000}
      containerAriaLabel={label}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { toast: 'toast', description: 'toast-description' },
      }}
    />
  )
}
