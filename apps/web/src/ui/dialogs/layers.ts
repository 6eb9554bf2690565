import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/**
 * A layer is whatever lies on top of a screen: a dialog, the menu, a picture. Each open layer has a history entry of its
 * own above the entry of its screen, so that the browser's back closes the topmost layer (docs/decisions/web-layers.md).
 *
 * These entries are a copy of the screen's entry with the number of the layer added. React Router never sees them: moves
 * between entries of one screen are stopped here, and its own writes wait until the entries of layers are left.
 */

type Layer = {
  close: () => void
  /** While it is true, the browser's back does not close the layer. */
  isLocked: () => boolean
  /** The screen it lies on. A layer that is still there when the next screen is shown gets no entry on that one. */
  on: string
}

/** Open layers, the topmost last. */
const layers: Layer[] = []
/** The screen whose entry is the current one, with or without layers. */
let shown = ''
/** A move that this module has started and that the browser has not reported yet. */
let moving: ReturnType<typeof setTimeout> | null = null
/** A move was taken as done before the browser reported it. Its report may still come. */
let late = false
/** Writes to the history that wait for the end of that move. */
const waiting: (() => void)[] = []
let pushEntry: History['pushState'] = () => undefined

/** A browser reports a move within milliseconds, a busy device later. After this time it is taken as done. */
const MOVE_MS = 3000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** How many layers the current entry has; 0 for the entry of a screen. */
function depth(): number {
  const state: unknown = history.state
  return isRecord(state) && typeof state.layer === 'number' ? state.layer : 0
}

/** React Router numbers its entries and gives each a key. Both are the same in the entries of the layers above. */
function screen(): string {
  const state: unknown = history.state
  return isRecord(state) ? `${state.idx} ${state.key}` : ''
}

/** Must be called before React Router listens to the history. */
export function startLayers() {
  pushEntry = history.pushState.bind(history)
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history)
    history[name] = (...entry) =>
      withoutLayers(() => {
        const before = shown
        write(...entry)
        shown = screen()
        // The entry of the same screen was written again: its layers stay.
        if (name === 'replaceState') for (const layer of layers) if (layer.on === before) layer.on = shown
      })
  }
  shown = screen()
  addEventListener('popstate', onMove, true)
  // The page was loaded again while a layer was open.
  reconcile()
}

/** Leaves the entries of layers first: the new entry belongs after, or in the place of, the entry of the screen. */
function withoutLayers(write: () => void) {
  if (moving === null && (depth() === 0 || late)) return write()
  waiting.push(write)
  if (moving === null) move(-depth())
}

function move(by: number) {
  moving = setTimeout(() => {
    late = true
    moved()
  }, MOVE_MS)
  history.go(by)
}

function moved() {
  if (moving !== null) clearTimeout(moving)
  moving = null
  for (const write of waiting.splice(0)) write()
  reconcileSoon()
}

/** Runs before the listener of React Router, because it captures and was added first. */
function onMove(event: PopStateEvent) {
  // An entry without state was not written by React Router, which must look at it.
  const sameScreen = screen() !== '' && screen() === shown
  // A write that waits is a navigation that React Router has already shown.
  if (sameScreen || waiting.length > 0) event.stopImmediatePropagation()
  shown = screen()
  const own = moving !== null || (late && sameScreen)
  late = false
  if (own) moved()
  else {
    const locked = close(sameScreen ? onScreen().slice(depth()) : [...layers])
    // The entries of locked layers are still ahead. If they were added again without a tap, Chrome's back would then skip
    // the entry of the screen.
    if (sameScreen && locked > 0) move(locked)
    else reconcileSoon()
  }
}

const onScreen = () => layers.filter(({ on }) => on === shown)

/** Returns how many of the layers are locked and stay open. */
function close(closed: Layer[]): number {
  const unlocked = closed.filter(({ isLocked }) => !isLocked())
  for (const layer of unlocked.reverse()) {
    layers.splice(layers.indexOf(layer), 1)
    layer.close()
  }
  return closed.length - unlocked.length
}

/** Makes the number of entries the number of open layers of the screen. */
function reconcile() {
  if (moving !== null) return
  const missing = onScreen().length - depth()
  // A second move beside one that the browser still makes would leave the screen.
  if (missing < 0 && !late) move(missing)
  for (let added = 0; added < missing; added += 1) {
    const state: unknown = history.state
    pushEntry({ ...(isRecord(state) ? state : {}), layer: depth() + 1 }, '')
  }
}

/** In a task of its own: the same event may open another layer, which then takes the entry over, or navigate. */
const reconcileSoon = () => void setTimeout(reconcile)

function openLayer(layer: Layer): () => void {
  layers.push(layer)
  tell()
  reconcile()
  return () => {
    const index = layers.indexOf(layer)
    if (index !== -1) layers.splice(index, 1)
    tell()
    reconcileSoon()
  }
}

const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/** Whether a layer is open on the screen. */
export const useHasLayer = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => layers.length > 0,
    () => false,
  )

/** Lets the browser's back close this part of the page while it is open, unless it is locked. */
export function useLayer(open: boolean, close: () => void, locked = false) {
  const onBack = useEffectEvent(close)
  const readLocked = useEffectEvent(() => locked)
  useEffect(
    () => (open ? openLayer({ close: () => onBack(), isLocked: () => readLocked(), on: shown }) : undefined),
    [open],
  )
}
