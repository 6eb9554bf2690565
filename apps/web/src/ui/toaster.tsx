import type { ReactNode } from 'react'
import type { toast as Show } from 'sonner'
import { late } from './late.tsx'

/**
 * Short notices. They are loaded right after the first screen works, not before it; what is said meanwhile
 * waits until it can be shown.
 */
const Sonner = late(() => import('./sonner.tsx'))
const shown = Promise.withResolvers<typeof Show>()

export function Toaster(props: { label: string; closeLabel: string }) {
  return <Sonner {...props} onReady={shown.resolve} />
}

type Notice = { id?: string; description?: ReactNode; duration?: number }
type Kind = 'error' | 'success' | 'warning' | 'info'

const notify = (kind: Kind) => (title: string, notice?: Notice) =>
  void shown.promise.then((show) => show[kind](title, notice))

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => void shown.promise.then((show) => show.dismiss(id)),
}
