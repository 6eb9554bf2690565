import { type ReactNode, useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'

/**
 * Short notices. Loaded with the first screen, never later: without them a refused sign-in would say nothing.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  // sonner shows notices from its own effect on, which runs before this one.
  useEffect(() => {
    mounted = true
    for (const act of waiting.splice(0)) act()
    return () => {
      mounted = false
    }
  }, [])
  return (
    <Sonner
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

let mounted = false
/** Notices from before the toaster was mounted. */
const waiting: (() => void)[] = []

function whenMounted(act: () => void) {
  if (mounted) act()
  else waiting.push(act)
}

type Notice = { id?: string; description?: ReactNode; duration?: number }
type Kind = 'error' | 'success' | 'warning' | 'info'

const notify = (kind: Kind) => (title: string, notice?: Notice) =>
  whenMounted(() => void show[kind](title, notice))

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => whenMounted(() => void show.dismiss(id)),
}
