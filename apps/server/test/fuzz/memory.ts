import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'

/**
 * The memory of a process in bytes, after a forced garbage collection, so that it does not depend on V8's own
 * collections.
 */
export interface Memory {
  /** The JavaScript heap and the buffers that it refers to. */
  live: number
  /** The resident size, including memory that the allocator has not returned to the system. */
  resident: number
}

const OPEN_MS = 10_000
const Usage = z.object({ heapUsed: z.number(), external: z.number() })
const Evaluated = z.object({ result: z.object({ result: z.object({ value: z.string() }) }) })

/** Uses the inspector, which SIGUSR1 opens. The product needs no code for it. */
export async function openMemory(child: ChildProcess, address: Promise<string>): Promise<Memory> {
  child.kill('SIGUSR1')
  const opened = await Promise.race([address, delay(OPEN_MS, undefined, { ref: false })])
  if (opened === undefined) throw new Error('the inspector of the server did not open')
  const socket = new WebSocket(opened)
  try {
    await once(socket, 'open')
    let made = 0
    const call = async (method: string, params: object = {}): Promise<unknown> => {
      const id = ++made
      const answered = new Promise<unknown>((resolve) => {
        const received = (data: unknown) => {
          const message: unknown = JSON.parse(String(data))
          if (!z.object({ id: z.literal(id) }).safeParse(message).success) return
          socket.off('message', received)
          resolve(message)
        }
        socket.on('message', received)
      })
      socket.send(JSON.stringify({ id, method, params }))
      return answered
    }
    // Twice, because objects with finalizers are freed by the second collection.
    await call('HeapProfiler.collectGarbage')
    await delay(200)
    await call('HeapProfiler.collectGarbage')
    const said = await call('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
    const usage = Usage.parse(JSON.parse(Evaluated.parse(said).result.result.value))
    return { live: usage.heapUsed + usage.external, resident: await residentBytes(child.pid ?? 0) }
  } finally {
    socket.terminate()
  }
}

/** Only Linux gives this without another program; elsewhere only the live bytes are compared. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}
