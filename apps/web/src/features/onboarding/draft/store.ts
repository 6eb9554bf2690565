import type { Onboarding } from '@maestros/dominio/formularios/onboarding'
import type { PasoDeBorrador } from '@maestros/dominio/onboarding'
import { useSyncExternalStore } from 'react'
import { personalStore } from '#lib/personal-store.ts'
import { saveDraft } from '../api/save-draft.ts'
import { changeStep, type Draft, mergeDraft, pendingSteps, resolveStep, StoredDraft } from './merge.ts'

/**
 * The draft on this device and its way to the server. Every change is in localStorage at once; it is sent a moment
 * later, and again whenever the network comes back.
 */
const store = personalStore<Draft>('onboarding', StoredDraft, {})

export type SyncState = 'guardado' | 'guardando' | 'local'
type State = { sync: SyncState; loaded: boolean; complete: boolean }

const PAUSE_MS = 800
const RETRY_MS = 5000

let state: State = { sync: 'guardado', loaded: false, complete: false }
let running = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setState(change: Partial<State>) {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

const subscribeState = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDraft = (userId: string): Draft =>
  useSyncExternalStore(store.subscribe, () => store.read(userId))
export const useSyncState = (): State => useSyncExternalStore(subscribeState, () => state)

export function setStep<K extends PasoDeBorrador>(userId: string, paso: K, valor: Onboarding[K]) {
  store.write(userId, changeStep(store.read(userId), paso, valor))
  schedule(userId, PAUSE_MS)
}

export function resolveConflict(userId: string, paso: PasoDeBorrador, keep: 'mio' | 'otro') {
  store.write(userId, resolveStep(store.read(userId), paso, keep))
  schedule(userId, 0)
}

/** After the submit there is no draft any more. */
export const clearDraft = (userId: string) => store.write(userId, {})

function schedule(userId: string, ms: number) {
  clearTimeout(timer)
  if (state.sync !== 'guardando') setState({ sync: 'guardando' })
  timer = setTimeout(() => void syncDraft(userId), ms)
}

/** Sends what is pending and reads what other devices have saved. */
export async function syncDraft(userId: string): Promise<void> {
  if (running) return
  running = true
  clearTimeout(timer)
  const sent = store.read(userId)
  try {
    const { completo, pasos } = await saveDraft(changesOf(sent))
    if (completo) return setState({ complete: true, loaded: true })
    store.write(userId, mergeDraft(store.read(userId), pasos, sent))
    setState({ loaded: true })
    running = false
    if (pendingSteps(store.read(userId)).length > 0) schedule(userId, 0)
    else setState({ sync: 'guardado' })
  } catch {
    // Kept on this device; the refusal of one step does not lose the others.
    setState({ loaded: true, sync: 'local' })
    timer = setTimeout(() => void syncDraft(userId), RETRY_MS)
  } finally {
    running = false
  }
}

function changesOf(draft: Draft) {
  const changes = pendingSteps(draft).map((paso) => {
    const step = draft[paso]
    return [paso, { base: step?.base ?? 0, valor: step?.valor }] as const
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/** Begins when the screen opens. Returns what to call when it closes. */
export function startSync(userId: string): () => void {
  setState({ sync: 'guardado', loaded: false, complete: false })
  const sync = () => void syncDraft(userId)
  const whenVisible = () => {
    if (document.visibilityState === 'visible') sync()
  }
  addEventListener('online', sync)
  document.addEventListener('visibilitychange', whenVisible)
  sync()
  return () => {
    clearTimeout(timer)
    removeEventListener('online', sync)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}
