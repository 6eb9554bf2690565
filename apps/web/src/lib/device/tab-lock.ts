/** How often a waiting tab asks whether the holder of the lock still runs. */
const ASK_MS = 5000
/** Unanswered questions after which the holder counts as frozen. */
const UNANSWERED_MAX = 3

/**
 * Runs `act` while this tab holds the lock. A phone freezes tabs in the background, and a frozen tab keeps its locks:
 * when the holder does not answer, a visible tab takes the lock from it. `lost` then tells the former holder to stop.
 * Without the Web Locks API, as on pages without HTTPS, `act` runs at once.
 */
export async function withTabLock(name: string, act: (lost: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return act(new AbortController().signal)
  const waiting = new AbortController()
  const stopAsking = askHolder(name, () => waiting.abort())
  try {
    await request(name, { signal: waiting.signal }, act, stopAsking)
  } catch (cause) {
    if (!waiting.signal.aborted) throw cause
    await request(name, { steal: true }, act)
  } finally {
    stopAsking()
  }
}

async function request(
  name: string,
  options: LockOptions,
  act: (lost: AbortSignal) => Promise<void>,
  onGranted?: () => void,
) {
  const lost = new AbortController()
  let granted = false
  const held = navigator.locks.request(name, options, async () => {
    granted = true
    onGranted?.()
    const stopAnswering = answerOthers(name)
    try {
      await act(lost.signal)
    } finally {
      stopAnswering()
    }
  })
  await held.catch((cause: unknown) => {
    if (!granted || !isAbort(cause)) throw cause
    // Another tab has taken the lock.
    lost.abort()
  })
}

const isAbort = (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError'

const QUESTION = 'question'
const ANSWER = 'answer'

function answerOthers(name: string): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => {
    if (data === QUESTION) channel.postMessage(ANSWER)
  }
  return () => channel.close()
}

/** Asks the holder again and again, and calls `onFrozen` when it has not answered. Returns the function that stops it. */
function askHolder(name: string, onFrozen: () => void): () => void {
  const channel = new BroadcastChannel(name)
  let unanswered = 0
  channel.onmessage = ({ data }) => {
    if (data === ANSWER) unanswered = 0
  }
  const timer = setInterval(() => {
    // A hidden tab may be frozen soon too.
    if (document.visibilityState === 'hidden') return
    if (unanswered >= UNANSWERED_MAX) return onFrozen()
    unanswered += 1
    channel.postMessage(QUESTION)
  }, ASK_MS)
  return () => {
    clearInterval(timer)
    channel.close()
  }
}
