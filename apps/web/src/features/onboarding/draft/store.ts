import { imagenDelRechazo, type Onboarding } from '@maestros/dominio/onboarding/formulario'
import type { PasoDeBorrador } from '@maestros/dominio/onboarding/pasos'
import { useSyncExternalStore } from 'react'
import { CallError } from '#lib/client/call-error.ts'
import { personalStore } from '#lib/session/personal/personal-store.ts'
import { toast } from '#ui/toasts/toast.ts'
import { saveDraft } from '../api/save-draft.ts'
import {
  changeStep,
  type Draft,
  dropPicture,
  markSent,
  mergeDraft,
  pendingSteps,
  resolveStep,
  StoredDraft,
  unmarkSent,
} from './merge.ts'

/**
 * The draft on this device and its way to the server. Every change is in localStorage at once; it is sent a moment
 * later, and again whenever the network comes back.
 */
const store = personalStore<Draft>('onboarding', StoredDraft, {})

type SyncState = 'guardado' | 'guardando' | 'local'
type State = { sync: SyncState; loaded: boolean; complete: boolean }

const PAUSE_MS = 800
const RETRY_MS = 5000

let state: State = { sync: 'guardado', loaded: false, complete: false }
/**
 * The person whose draft the open screen shows. Drafts are sent only meanwhile: after it, another person may be signed in.
 */
let active: string | null = null
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

function schedule(userId: string, ms: number, sync: SyncState = 'guardando') {
  if (active !== userId) return
  clearTimeout(timer)
  if (state.sync !== sync) setState({ sync })
  timer = setTimeout(() => void syncDraft(userId), ms)
}

/** Sends what is pending and reads what other devices have saved. */
export async function syncDraft(userId: string): Promise<void> {
  if (running || active !== userId) return
  running = true
  clearTimeout(timer)
  const sent = markSent(store.read(userId))
  store.write(userId, sent)
  const answer = await saveDraft(changesOf(sent)).catch((cause: unknown) => refusalOf(cause))
  running = false
  // The screen has closed meanwhile. When it shows the draft of another person now, that one has waited for this.
  if (active !== userId) return active === null ? undefined : syncDraft(active)
  if (!answer || typeof answer === 'string') {
    setState({ loaded: true })
    return saveAgain(userId, answer)
  }
  if (answer.completo) return setState({ complete: true, loaded: true })
  store.write(userId, mergeDraft(store.read(userId), answer.pasos))
  setState({ loaded: true })
  if (pendingSteps(store.read(userId)).length > 0) schedule(userId, 0)
  else setState({ sync: 'guardado' })
}

/** After a failed save. The steps are kept on this device; the refusal of one does not lose the others. */
function saveAgain(userId: string, refusal: string | null) {
  const picture = refusal === null ? null : imagenDelRechazo(refusal)
  const draft = store.read(userId)
  if (refusal !== null) store.write(userId, unmarkSent(picture ? dropPicture(draft, picture) : draft))
  if (refusal === null || !picture) return schedule(userId, RETRY_MS, 'local')
  // Without the refused picture the other steps can be saved at once.
  toast.error(refusal)
  schedule(userId, 0)
}

/** The sentence with which the server has refused the values. After any other failure they may have been stored. */
const refusalOf = (cause: unknown) =>
  cause instanceof CallError && cause.code === 'INVALID_INPUT' ? cause.message : null

function changesOf(draft: Draft) {
  const changes = pendingSteps(draft).map((paso) => {
    const step = draft[paso]
    return [paso, { base: step?.base ?? 0, valor: step?.enviado }] as const
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/** Begins when the screen opens. Returns what to call when it closes. */
export function startSync(userId: string): () => void {
  active = userId
  setState({ sync: 'guardado', loaded: false, complete: false })
  const sync = () => void syncDraft(userId)
  const whenVisible = () => {
    if (document.visibilityState === 'visible') sync()
  }
  addEventListener('online', sync)
  document.addEventListener('visibilitychange', whenVisible)
  sync()
  return () => {
    active = null
    clearTimeout(timer)
    removeEventListener('online', sync)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}
