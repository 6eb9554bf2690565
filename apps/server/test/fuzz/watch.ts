import { request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Requests /healthz continuously from a separate thread, so that a blocked event loop of the server is
 * noticed and not confused with the fuzzer's own work.
 */
export interface Watch {
  /**
   * The longest time without an answer since the last call, in milliseconds, including the running request.
   */
  worst(): number
  close(): Promise<void>
}

const PAUSE_MS = 20

export function watchHealth(url: string): Watch {
  const shared = new SharedArrayBuffer(4)
  const worst = new Int32Array(shared)
  const worker = new Worker(import.meta.filename, { workerData: { url, shared } })
  worker.unref()
  return {
    worst: () => Atomics.exchange(worst, 0, 0),
    close: async () => {
      await worker.terminate()
    },
  }
}

function watch({ url, shared }: { url: string; shared: SharedArrayBuffer }) {
  const worst = new Int32Array(shared)
  let began: number | undefined
  const note = () => {
    if (began === undefined) return
    const ms = Math.round(performance.now() - began)
    if (ms > Atomics.load(worst, 0)) Atomics.store(worst, 0, ms)
  }
  const probe = () => {
    began = performance.now()
    const next = (answered: boolean) => {
      // A refused connection is not a delay: the server is down, which other checks notice.
      if (answered) note()
      began = undefined
      setTimeout(probe, PAUSE_MS)
    }
    request(`${url}/healthz`, (response) => {
      response.resume().once('end', () => next(true))
    })
      .once('error', () => next(false))
      .end()
  }
  setInterval(note, 100)
  probe()
}

if (!isMainThread && parentPort && workerData?.shared) watch(workerData)
