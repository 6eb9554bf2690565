import { setTimeout as delay } from 'node:timers/promises'
import { openAcceptedLog } from './accepted-log.ts'
import { Order, type Report } from './protocol.ts'
import { messageOf, openTransport } from './transport.ts'

/**
 * The program of the SMTP process, which talks to the mail server. When the server is killed, this process still reads the
 * answers to the e-mails that it is sending, writes them into its log and ends (docs/decisions/avisos.md).
 */

/** How long it waits for answers after a kill: longer than most e-mails take, shorter than the next server waits for it. */
const LAST_MS = 20_000

type Outgoing = Extract<Order, { kind: 'send' }>
type Opening = Extract<Order, { kind: 'open' }>

const report = (message: Report) => {
  if (process.connected) process.send?.(message)
}

function start({ url, from, folder, logName }: Opening) {
  const transport = openTransport(url, ({ message }) => report({ kind: 'idle-error', message }))
  const accepted = openAcceptedLog(folder, logName, (error) =>
    report({ kind: 'not-recorded', message: describe(error).message }),
  )
  const inProgress = new Set<Promise<void>>()

  const deliver = async ({ id, mail, messageId }: Outgoing) => {
    try {
      await transport.sendMail(messageOf(mail, from, messageId))
      accepted.write(messageId)
      report({ kind: 'sent', id })
    } catch (error) {
      report({ kind: 'failed', id, ...describe(error) })
    }
  }
  process.once('disconnect', async () => {
    await Promise.race([Promise.allSettled(inProgress), delay(LAST_MS)])
    accepted.end()
    transport.close({ force: true })
    process.exit(0)
  })
  return (order: Outgoing) => {
    const delivery = deliver(order)
    inProgress.add(delivery)
    void delivery.finally(() => inProgress.delete(delivery))
  }
}

function describe(error: unknown): Omit<Extract<Report, { kind: 'failed' }>, 'kind' | 'id'> {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('command' in error && typeof error.command === 'string' ? { command: error.command } : {}),
    ...('responseCode' in error && typeof error.responseCode === 'number'
      ? { responseCode: error.responseCode }
      : {}),
  }
}

// A terminal sends these to all processes; this one ends when the server does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let deliver: ReturnType<typeof start> | undefined
process.on('message', (given) => {
  const order = Order.parse(given)
  if (order.kind === 'open') deliver = start(order)
  else deliver?.(order)
})
