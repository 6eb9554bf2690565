import { type ReactNode, useSyncExternalStore } from 'react'

/**
 * What floats over a screen. A dialog goes before a question, and a question before a toast: toaster.tsx shows this list. Toasts can
 * be added before the page is live, and are shown then.
 */

type Kind = 'error' | 'success' | 'warning' | 'info'
type Options = { id?: string; description?: ReactNode; duration?: number }

export type Floating = {
  id: string
  kind: Kind
  title: string
  description: ReactNode
  duration: number
  /** Called when the person closes a question without an answer. Null for toasts. */
  onClose: (() => void) | null
  /** The number of the last act when it was shown. */
  act: number
  /** It goes as soon as it has been shown for MIN_MS: its screen was left. */
  leaving: boolean
  /** How often it was shown again. */
  again: number
}

const DURATION_MS = 6000

let list: Floating[] = []
const listeners = new Set<() => void>()

function change(next: Floating[]) {
  list = next
  for (const listener of listeners) listener()
}

/** Counts what the person does. A toast is the result of the last act before it. */
let acts = 0

/** It takes the place of one with its id or its text, and the time of that one begins again. */
function add(item: Pick<Floating, 'kind' | 'title' | 'onClose'>, { id, description, duration }: Options) {
  const isEqual = (one: Floating) =>
    one.id === id || (one.title === item.title && one.description === description)
  const before = list.find(isEqual)
  const next: Floating = {
    ...item,
    id: id ?? before?.id ?? `${item.title} ${acts} ${list.length}`,
    description,
    duration: duration ?? DURATION_MS,
    act: acts,
    leaving: false,
    again: before ? before.again + 1 : 0,
  }
  const others = list.filter((one) => one === before || !isEqual(one))
  change(before ? others.map((one) => (one === before ? next : one)) : [...others, next])
}

const notify =
  (kind: Kind) =>
  (title: string, options: Options = {}) =>
    add({ kind, title, onClose: null }, options)

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => change(list.filter((one) => one.id !== id)),
}

/** Stays on every screen until it is answered, and waits while a dialog is open. `toast.dismiss` takes it away. */
export const ask = (
  id: string,
  title: string,
  description: ReactNode,
  onClose: () => void = () => undefined,
) => add({ kind: 'info', title, onClose }, { id, description, duration: Number.POSITIVE_INFINITY })

export const countAct = () => {
  acts += 1
}

/**
 * Another screen is shown. When the person has done something since a toast was shown, they have left its screen. Otherwise
 * the act that showed the toast also led to this screen.
 */
export function leaveScreen(byPerson: boolean) {
  const isLeft = ({ onClose, act }: Floating) => onClose === null && (byPerson || act !== acts)
  if (list.some(isLeft)) change(list.map((one) => (isLeft(one) ? { ...one, leaving: true } : one)))
}

const NONE: Floating[] = []

export const useFloating = (): Floating[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => list,
    () => NONE,
  )
