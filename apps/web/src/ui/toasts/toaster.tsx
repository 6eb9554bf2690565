import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { cn } from '../class-names.ts'
import { focusOnce, screenHeading } from '../dialogs/focus-once.ts'
import { useHasLayer } from '../dialogs/layers.ts'
import { lazyComponent } from '../timing/lazy-component.tsx'
import { List } from './floating-list.tsx'
import { countAct, type Floating, leaveScreen, toast, useFloating } from './toast.ts'

/** At most so many lie over a screen; the next toasts wait. */
const MOST = 2
/** So long even a toast is shown whose place or screen is taken. */
const MIN_MS = 2000

const ICONS = { error: CircleAlert, success: CircleCheck, warning: CircleAlert, info: Info }
const COLOURS = { error: 'text-destructive', success: 'text-verified', warning: '', info: '' }

type Labels = { label: string; closeLabel: string }

/** The toasts and questions over a screen. The region is there before its first toast, so that screen readers announce it. */
export function Toaster({ label, closeLabel }: Labels) {
  const hasLayer = useHasLayer()
  const all = useFloating()
  useScreens()
  const questions = all.filter(({ onClose }) => onClose !== null && !hasLayer).slice(0, 1)
  const toasts = all.filter(({ onClose }) => onClose === null)
  const room = MOST - questions.length
  const shown = [...questions, ...toasts.slice(0, room)]
  return (
    <section aria-label={label} aria-live="polite" aria-relevant="additions text">
      <PlacedList>
        {shown.map((one) => (
          <Item
            // One that is shown again begins anew.
            key={`${one.id} ${one.again}`}
            item={one}
            hurried={one.leaving || (one === toasts[0] && toasts.length > room)}
            closeLabel={closeLabel}
          />
        ))}
      </PlacedList>
    </section>
  )
}

/** Toasts belong to a screen: those of the previous one go. */
function useScreens() {
  const { pathname } = useLocation()
  const byBack = useNavigationType() === 'POP'
  const previous = useRef(pathname)
  useEffect(() => {
    addEventListener('pointerdown', countAct, true)
    addEventListener('keydown', countAct, true)
    return () => {
      removeEventListener('pointerdown', countAct, true)
      removeEventListener('keydown', countAct, true)
    }
  }, [])
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    leaveScreen(byBack)
  }, [pathname, byBack])
}

/** Finds a place for the list that covers no control. Until its code is there, the list is below the bar of the app. */
const PlacedList = lazyComponent(() => import('./placed-list.tsx'), List)

type ItemProps = { item: Floating; hurried: boolean; closeLabel: string }

function Item({ item, hurried, closeLabel }: ItemProps) {
  const { id, kind, title, description, duration, onClose } = item
  const [since] = useState(() => Date.now())
  const [held, setHeld] = useState(false)
  const hidden = useHidden()
  useEffect(() => {
    const ms = hurried ? Math.max(0, since + MIN_MS - Date.now()) : duration
    if (held || hidden || ms === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => toast.dismiss(id), ms)
    return () => clearTimeout(timer)
  }, [id, hurried, since, duration, held, hidden])
  const Icon = ICONS[kind]
  return (
    <li
      data-toast={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      // Also while a dialog is open, which takes all touches of the page.
      className="pointer-events-auto relative flex gap-2 rounded-card border border-border bg-card py-4 pr-12 pl-4 shadow-float [overflow-wrap:anywhere] animate-fade-in"
    >
      <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', COLOURS[kind])} />
      <div className="min-w-0 flex-1">
        <p data-title className="font-semibold">
          {title}
        </p>
        {description !== undefined && (
          <div data-description className="text-muted-foreground">
            {description}
          </div>
        )}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => {
          toast.dismiss(id)
          onClose?.()
          // The button that had the focus is gone. A dialog takes the focus back itself.
          setTimeout(() => {
            const heading = screenHeading()
            if (heading && document.activeElement === document.body) focusOnce(heading)
          })
        }}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-control text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}

/** Time does not pass for a toast that nobody can see. */
const useHidden = () =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.hidden,
    () => false,
  )
