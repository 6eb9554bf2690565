import { setTimeout as delay } from 'node:timers/promises'
import { openJournal } from './journal.ts'
import { Order, type Report } from './protocol.ts'
import { messageOf, openTransport } from './transport.ts'

/**
 * The courier: a process of its own that talks to the mail server. When the product is killed, the courier still reads the
 * answers to the e-mails that it is sending, writes them into its journal and ends (decision 054).
 */

/** How long the courier of a killed product waits for answers: longer than one e-mail takes, shorter than its successor waits. */
const LAST_MS = 20_000

type Outgoing = Extract<Order, { kind: 'send' }>
type Opening = Extract<Order, { kind: 'open' }>

const report = (message: Report) => {
  if (process.connected) process.send?.(message)
}

function start({ url, from, folder, journal: name }: Opening) {
  const transport = openTransport(url, ({ message }) => report({ kind: 'idle-error', message }))
  const journal = openJournal(folder, name)
  const inProgress = new Set<Promise<void>>()

  const deliver = async ({ id, mail, messageId }: Outgoing) => {
    try {
      await transport.sendMail(messageOf(mail, from, messageId))
      journal.write(messageId)
      report({ kind: 'sent', id })
    } catch (error) {
      report({ kind: 'failed', id, ...describe(error) })
    }
  }
  process.once('disconnect', async () => {
    await Promise.race([Promise.allSettled(inProgress), delay(LAST_MS)])
    journal.end()
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

// A terminal sends these to all processes; the courier ends when the product does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let deliver: ReturnType<typeof start> | undefined
process.on('message', (given) => {
  const order = Order.parse(given)
  if (order.kind === 'open') deliver = start(order)
  else deliver?.(order)
})
