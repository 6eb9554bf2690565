import 'fake-indexeddb/auto'
import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import { USER } from './people.ts'

/** Another tab of the same browser: its own modules, with the same storage, locks and channels. */
export async function openTab(userId = USER) {
  vi.resetModules()
  const outbox = await import('#features/chat/outbox/outbox.ts')
  const { countPending } = await import('#features/chat/count-pending.ts')
  const { readDraft, setDraft } = await import('#features/chat/drafts.ts')
  const { setSession } = await import('#lib/session/session-state.ts')
  const { toast } = await import('#ui/toasts/toast.ts')
  const signIn = (leaving = false) =>
    setSession({ status: 'signed-in', userId, role: 'buscador', perfilCompleto: false, leaving })
  signIn()
  const signOut = () => setSession({ status: 'anonymous', expired: false })
  return { ...outbox, countPending, readDraft, setDraft, toast, signIn, signOut }
}

/** The steps of a transaction of the test's IndexedDB, each in a turn of the event loop, and some more. */
const TURNS = 60

/** Waits until no tab sends and no transaction runs. The app's own timers do not advance meanwhile. */
export async function settled() {
  for (let quiet = 0; quiet < TURNS; ) {
    await setImmediate()
    const { held = [], pending = [] } = await navigator.locks.query()
    quiet = held.length + pending.length > 0 ? 0 : quiet + 1
  }
}
