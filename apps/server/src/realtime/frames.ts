import { z } from 'zod'
import { isDeeperThan } from '../limits/json-depth.ts'

/**
 * The Phoenix wire format. Version 1.0.0: an object a frame. Version 2.0.0: an array of join_ref, ref, topic, event
 * and payload; and binary frames for what people broadcast.
 */
export type Version = 1 | 2

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
  /** Set when the frame was a binary broadcast; `payload` is then undefined. */
  said?: Said
  /** A binary broadcast that the client wants to be stored. */
  persist?: boolean
}

/** What a person broadcasts: JSON text, or bytes that the server does not look into. */
export type Said = { event: string } & (
  | { encoding: 'json'; text: string }
  | { encoding: 'binary'; bytes: Buffer }
)

const Ref = z
  .union([z.string().max(64), z.number()])
  .nullish()
  .transform((ref) => (ref === null || ref === undefined ? null : String(ref)))
const Name = z.string().max(255)
const First = z.object({ join_ref: Ref, ref: Ref, topic: Name, event: Name, payload: z.unknown().optional() })
const Second = z.tuple([Ref, Ref, Name, Name, z.unknown()]).rest(z.unknown())

const Metadata = z.object({ persist: z.boolean().default(false) })

const PUSH_BROADCAST = 3
const BROADCAST = 4
const JSON_ENCODING = 1
const HEADER = 7
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for what is no message: the original ignores it, and so do we. */
export function decode(version: Version, data: Buffer, isBinary: boolean): Message | undefined {
  try {
    if (isBinary) return version === 2 ? decodeBroadcast(data) : undefined
    const json = parseJson(data.toString())
    if (version === 1) {
      const { join_ref, ...rest } = First.parse(json)
      return { joinRef: join_ref, ...rest, payload: rest.payload }
    }
    const [joinRef, ref, topic, event, payload] = Second.parse(json)
    return { joinRef, ref, topic, event, payload }
  } catch {
    return undefined
  }
}

function decodeBroadcast(data: Buffer): Message | undefined {
  if (data.length < HEADER || data[0] !== PUSH_BROADCAST) return undefined
  let at = HEADER
  const take = (index: number): string => {
    const end = at + (data[index] ?? 0)
    if (end > data.length) throw new RangeError('a binary frame says more than it has')
    const text = utf8.decode(data.subarray(at, end))
    at = end
    return text
  }
  const joinRef = take(1) || null
  const ref = take(2) || null
  const topic = take(3)
  const event = take(4)
  const metadata = take(5)
  const persist = metadata !== '' && Metadata.parse(parseJson(metadata)).persist
  const body = data.subarray(at)
  const said: Said =
    data[6] === JSON_ENCODING
      ? { event, encoding: 'json', text: checkedJson(body) }
      : { event, encoding: 'binary', bytes: Buffer.from(body) }
  return { joinRef, ref, topic, event: 'broadcast', payload: undefined, said, persist }
}

/** Bad JSON passed on would break whoever receives it. */
function checkedJson(body: Buffer): string {
  const text = utf8.decode(body)
  parseJson(text)
  return text
}

/** Refuses deep nesting before it parses: JSON.stringify of such a value would throw later. */
function parseJson(text: string): unknown {
  if (isDeeperThan(text)) throw new RangeError('JSON is nested too deep')
  return JSON.parse(text)
}

/** A message of the server; `ref` only where the original repeats it. */
export function encode(
  version: Version,
  to: { joinRef: string | null; ref: string | null; topic: string },
  event: string,
  payload: unknown,
): string {
  return encodeText(version, to, event, JSON.stringify(payload))
}

export function encodeReply(
  version: Version,
  to: Message,
  status: 'ok' | 'error',
  response: Record<string, unknown>,
): string {
  return encode(version, to, 'phx_reply', { status, response })
}

/** With a payload that is JSON text already: of one event only the frame around it differs from reader to reader. */
export function encodeText(
  version: Version,
  to: { joinRef: string | null; ref: string | null; topic: string },
  event: string,
  payload: string,
): string {
  const ref = JSON.stringify(to.ref)
  const topic = JSON.stringify(to.topic)
  return version === 1
    ? `{"topic":${topic},"event":"${event}","payload":${payload},"ref":${ref}}`
    : `[${JSON.stringify(to.joinRef)},${ref},${topic},"${event}",${payload}]`
}

/** Undefined where the version cannot say it: 1.0.0 has no bytes. */
export function encodeSaid(version: Version, topic: string, said: Said): string | Buffer | undefined {
  if (version === 1) {
    if (said.encoding === 'binary') return undefined
    const event = JSON.stringify(said.event)
    return encodeText(
      1,
      { joinRef: null, ref: null, topic },
      'broadcast',
      `{"type":"broadcast","event":${event},"payload":${said.text}}`,
    )
  }
  const body = said.encoding === 'json' ? Buffer.from(said.text) : said.bytes
  const name = Buffer.from(topic)
  const event = Buffer.from(said.event)
  const head = Buffer.from([
    BROADCAST,
    name.length,
    event.length,
    0,
    said.encoding === 'json' ? JSON_ENCODING : 0,
  ])
  return Buffer.concat([head, name, event, body])
}
