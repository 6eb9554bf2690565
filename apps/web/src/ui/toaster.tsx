import { lazyComponent } from './lazy-component.tsx'
import { type ToastLabels, useWaitingToasts } from './toast.ts'

/** Shows toasts until the library is loaded, and when it cannot be loaded. */
function PlainList({ label }: ToastLabels) {
  const toasts = useWaitingToasts()
  if (toasts.length === 0) return null
  return (
    <ol aria-label={label} className="fixed inset-x-4 top-(--toast-top) z-50 grid justify-center gap-2">
      {toasts.map(({ title, options }) => (
        <li
          key={options?.id ?? title}
          role="alert"
          className="rounded-card border border-border bg-card p-4 shadow-float"
        >
          <p className="font-semibold">{title}</p>
          <div className="text-muted-foreground">{options?.description}</div>
        </li>
      ))}
    </ol>
  )
}

export const Toaster = lazyComponent<ToastLabels>(() => import('./toast-list.tsx'), PlainList)
