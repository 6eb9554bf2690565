import { z } from 'zod'

/** The events of a browser's trace that are used here; times are in microseconds. */
const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
})
const TASK = 'ThreadControllerImpl::RunTask'

/**
 * The CPU time of each task of the pages' main threads, in milliseconds. Unlike the wall time it does not contain what other
 * programs took of the machine.
 */
export function tasksIn(trace: Buffer): number[] {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString()))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const named = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const main = new Set(named.map(threadOf))
  return traceEvents
    .filter((event) => event.name === TASK && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
}
