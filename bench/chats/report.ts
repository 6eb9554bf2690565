import { writeReport } from '../report/write.ts'
import type { Opened } from './opening.ts'

export interface Talked {
  rate: number
  p50: number
  p95: number
  p99: number
}

export interface Chats {
  rates: { product: number; bare: number }
  /** At half the rate, as the first thing that a new process does. */
  started: Talked
  /** The same later. */
  half: Talked
  crowded: Talked
  delivered: { few: number; many: number }
  memory: { product: number; bare: number }
  opened: Opened
}

/**
 * Supabase Realtime's published figure for row-level security with 500 subscribers: changes per second, and
 * p95.
 */
const PUBLISHED = { changes: 30, p95: 228 }
const CHANGES_A_MESSAGE = 2

interface Circumstances {
  rounds: number
  seconds: number
  /** Seconds of messages at a fixed rate before the measuring begins. */
  settling: number
  sockets: number
  postgresql: string
}

export async function reportChats(
  chats: Chats,
  { rounds, seconds, settling, sockets, postgresql }: Circumstances,
) {
  const { rates, started, half, crowded, delivered, memory, opened } = chats
  const many = sockets.toLocaleString('en')
  const kB = (bytes: number) => (bytes / 1024).toFixed(1)
  const ms = (value: number) => value.toFixed(2)
  const talked = (what: string, { rate, p50, p95, p99 }: Talked) => [
    what,
    rate.toFixed(0),
    ...[p50, p95, p99].map(ms),
  ]
  const changes = crowded.rate * CHANGES_A_MESSAGE
  await writeReport({
    subject: 'chat',
    title: 'Chat: talking, being connected, opening',
    intro:
      'Pairs that answer each other: sent through `POST /functions/v1/send-message`, received on the official ' +
      "client's socket; beside a bare `ws` server that inserts the same row and forwards it to the one recipient. " +
      `The middle of ${rounds} rounds of ${seconds} s. With 500 sockets each subscribes to all changes of chats and ` +
      "mensajes, and row-level security lets through what is theirs; a message is two changes, its own and its chat's. " +
      'A new process is slower until its code is compiled, so half the rate is measured right after the start and later.',
    columns: ['what', 'messages/s', 'p50 ms', 'p95 ms', 'p99 ms'],
    rows: [
      ['bare ws server, 64 pairs in turns', rates.bare.toFixed(0), '', '', ''],
      ['this server, 64 pairs in turns', rates.product.toFixed(0), '', '', ''],
      talked(
        `this server, at half that rate, ${settling} to ${settling + seconds} s after its start`,
        started,
      ),
      talked('this server, at half that rate, later', half),
      talked('500 sockets on all changes', crowded),
      ['one pair, 100 others connected', '50', ms(delivered.few), '', ''],
      [`one pair, ${many} others connected`, '50', ms(delivered.many), '', ''],
      ['open a conversation of 100', '', ms(opened.conversation.short), '', ''],
      ['open a conversation of 100,000', '', ms(opened.conversation.long), '', ''],
      ['inbox of 10 chats', '', ms(opened.inbox.small), '', ''],
      ['inbox of 1,000 chats', '', ms(opened.inbox.large), '', ''],
    ],
    goals: [
      {
        what: 'rate beside the bare server',
        reached: rates.product / rates.bare,
        goal: 0.4,
        wants: 'at least',
      },
      { what: 'at half that rate: p99, ms', reached: half.p99, goal: 60, wants: 'at most' },
      {
        what: `500 sockets: changes/s beside the published ${PUBLISHED.changes}`,
        reached: changes / PUBLISHED.changes,
        goal: 50,
        wants: 'at least',
      },
      {
        what: `500 sockets: p95 beside the published ${PUBLISHED.p95} ms`,
        reached: crowded.p95 / PUBLISHED.p95,
        goal: 0.1,
        wants: 'at most',
      },
      {
        what: `memory a socket beside the bare server, ${many} (${kB(memory.product)} and ${kB(memory.bare)} kB)`,
        reached: memory.product / memory.bare,
        goal: 2,
        wants: 'at most',
      },
      {
        what: `delivery with ${many} connected beside 100`,
        reached: delivered.many / delivered.few,
        goal: 1.3,
        wants: 'at most',
      },
      {
        what: 'conversation of 100,000 beside 100',
        reached: opened.conversation.long / opened.conversation.short,
        goal: 1.3,
        wants: 'at most',
      },
      {
        what: 'inbox of 1,000 beside 10',
        reached: opened.inbox.large / opened.inbox.small,
        goal: 1.3,
        wants: 'at most',
      },
    ],
    facts: {
      PostgreSQL: `${postgresql}, as the product starts it`,
      'load generator': 'one Node.js process on the same cores',
    },
    panels: [
      {
        title: 'Messages a second, sent and received',
        bars: [
          { label: 'bare ws server', value: rates.bare, text: `${rates.bare.toFixed(0)}/s`, ours: false },
          { label: 'this server', value: rates.product, text: `${rates.product.toFixed(0)}/s`, ours: true },
        ],
      },
      {
        title: 'Memory a socket (shorter is better)',
        bars: [
          { label: 'bare ws server', value: memory.bare, text: `${kB(memory.bare)} kB`, ours: false },
          { label: 'this server', value: memory.product, text: `${kB(memory.product)} kB`, ours: true },
        ],
      },
    ],
  })
}
