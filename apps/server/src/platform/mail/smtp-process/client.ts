import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '../mailer.ts'
import { withoutAddresses } from '../without-addresses.ts'
import { type Order, Report } from './protocol.ts'

const PROGRAM = join(import.meta.dirname, 'process.ts')

/** What the mail server answered, without addresses, and with the fields that the mail library gives its errors. */
export class DeliveryError extends Error {
  readonly command: string | undefined
  readonly responseCode: number | undefined
  constructor({ message, command, responseCode }: Omit<Extract<Report, { kind: 'failed' }>, 'kind' | 'id'>) {
    super(withoutAddresses(message))
    this.command = command
    this.responseCode = responseCode
  }
}

export interface SmtpProcess {
  send(mail: Mail, messageId: string): Promise<void>
  close(): Promise<void>
}

/**
 * How long closing waits for the end of the process, after its e-mails. A process that still waits for an answer of the mail
 * server is left running, as after a kill: it writes the answer into its log and ends by itself.
 */
const END_MS = 2_000

/** Starts the SMTP process with its first e-mail, and again when it has ended. */
export function makeSmtpProcess(
  opening: Omit<Extract<Order, { kind: 'open' }>, 'kind'>,
  log: FastifyBaseLogger,
): SmtpProcess {
  let current: ChildProcess | undefined
  let count = 0
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()

  const settle = (report: Report) => {
    if (report.kind === 'idle-error') {
      log.warn({ error: withoutAddresses(report.message) }, 'the mail server closed a connection')
      return
    }
    if (report.kind === 'not-recorded') {
      log.warn({ error: report.message }, 'accepted e-mails cannot be recorded: a kill may send one twice')
      return
    }
    const asked = waiting.get(report.id)
    waiting.delete(report.id)
    if (report.kind === 'sent') asked?.resolve()
    else asked?.reject(new DeliveryError(report))
  }
  const start = () => {
    const child = fork(PROGRAM, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    child.on('message', (message) => settle(Report.parse(message)))
    const onEnd = (reason: string) => {
      if (current === child) current = undefined
      // Whether these e-mails were accepted is not known: their jobs try again with the same Message-ID.
      for (const { reject } of waiting.values()) reject(new Error(`the SMTP process has ended: ${reason}`))
      waiting.clear()
    }
    child.on('error', (error) => onEnd(error.message))
    child.on('exit', (code, signal) => onEnd(String(code ?? signal)))
    child.send({ kind: 'open', ...opening } satisfies Order)
    // It does not keep the server running.
    child.unref()
    child.channel?.unref()
    return child
  }

  return {
    send: (mail, messageId) => {
      current ??= start()
      count += 1
      const order: Order = { kind: 'send', id: count, mail, messageId }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.set(order.id, { resolve, reject })
      current.send(order, (error) => {
        if (!error) return
        waiting.delete(order.id)
        reject(error)
      })
      return promise
    },
    close: async () => {
      const child = current
      if (!child) return
      current = undefined
      const exited = once(child, 'exit')
      if (child.connected) child.disconnect()
      await Promise.race([exited, delay(END_MS, undefined, { ref: false })])
    },
  }
}
