import { lazyComponent } from './lazy-component.tsx'
import { type ToastLabels, useWaitingNotices } from './toast.ts'

/** Shows notices until the list is there, and when it cannot be loaded. */
function PlainList({ label }: ToastLabels) {
  const notices = useWaitingNotices()
  if (notices.length === 0) return null
  return (
    <ol aria-label={label} className="fixed inset-x-4 top-(--toast-top) z-50 grid justify-center gap-2">
      {notices.map(({ title, notice }) => (
        <li
          key={notice?.id ?? title}
          role="alert"
          className="rounded-card border border-border bg-card p-4 shadow-float"
        >
          <p className="font-semibold">{title}</p>
          <div className="text-muted-foreground">{notice?.description}</div>
        </li>
      ))}
    </ol>
  )
}

export const Toaster = lazyComponent<ToastLabels>(() => import('./toast-list.tsx'), PlainList)
