import { z } from 'zod'
import { isDeeperThan } from '../../platform/limits/json-depth.ts'

/**
 * The Phoenix wire format. In version 1.0.0 a frame is an object. In version 2.0.0 it is an array of
 * join_ref, ref, topic, event and payload, and broadcasts may use binary frames.
 */
export type Version = 1 | 2

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
  /** Set when the frame was a binary broadcast; `payload` is then undefined. */
  content?: BroadcastContent
  /** True for a binary broadcast that the client wants to be stored. */
  persist?: boolean
}

/** The content of a broadcast: JSON text, or bytes that the server does not parse. */
export type BroadcastContent = { event: string } & (
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

/** Returns undefined for data that is not a valid message. Supabase ignores such data too. */
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
    if (end > data.length) throw new RangeError('a binary frame is shorter than its header declares')
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
  const content: BroadcastContent =
    data[6] === JSON_ENCODING
      ? { event, encoding: 'json', text: checkedJson(body) }
      : { event, encoding: 'binary', bytes: Buffer.from(body) }
  return { joinRef, ref, topic, event: 'broadcast', payload: undefined, content, persist }
}

/** Invalid JSON must not be forwarded: it would break the receiving clients. */
function checkedJson(body: Buffer): string {
  const text = utf8.decode(body)
  parseJson(text)
  return text
}

/** Refuses deep nesting before parsing, because JSON.stringify of such a value would throw later. */
function parseJson(text: string): unknown {
  if (isDeeperThan(text)) throw new RangeError('JSON is nested too deep')
  return JSON.parse(text)
}

/** Encodes a message from the server. `ref` is set only where Supabase repeats it. */
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

/**
 * Encodes a payload that is already JSON text: for one event only the frame around the payload differs
 * between readers.
 */
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

/** Returns undefined when the version cannot encode the content: 1.0.0 has no binary frames. */
export function encodeBroadcast(
  version: Version,
  topic: string,
  content: BroadcastContent,
): string | Buffer | undefined {
  if (version === 1) {
    if (content.encoding === 'binary') return undefined
    const event = JSON.stringify(content.event)
    return encodeText(
      1,
      { joinRef: null, ref: null, topic },
      'broadcast',
      `{"type":"broadcast","event":${event},"payload":${content.text}}`,
    )
  }
  const body = content.encoding === 'json' ? Buffer.from(content.text) : content.bytes
  const name = Buffer.from(topic)
  const event = Buffer.from(content.event)
  const head = Buffer.from([
    BROADCAST,
    name.length,
    event.length,
    0,
    content.encoding === 'json' ? JSON_ENCODING : 0,
  ])
  return Buffer.concat([head, name, event, body])
}
