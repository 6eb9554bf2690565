import { z } from 'zod'

/**
 * One input of the fuzzer, as plain data: it can be written to a file as JSON, replayed, and added to a test.
 * Large texts are described by pieces, so that a 1 MB body is a short line here.
 */
export const Piece = z.union([
  z.string(),
  z.object({ repeat: z.string(), times: z.number() }),
  /** `template` once for each number below `count`, with `#` replaced by the number, joined by commas. */
  z.object({ count: z.number(), template: z.string(), reverse: z.boolean().optional() }),
  z.object({ base64: z.string() }),
])
export type Piece = z.infer<typeof Piece>

/** The credentials: none, the publishable key alone, a person, an invalid token, the secret key. */
export const WHO = ['nobody', 'anon', 'seeker', 'maestro', 'garbage', 'secret'] as const
export type Who = (typeof WHO)[number]

export const HttpInput = z.object({
  kind: z.literal('http'),
  who: z.enum(WHO),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.array(Piece).optional(),
})
export type HttpInput = z.infer<typeof HttpInput>

/** In the text of a frame `{token}` is replaced by the sender's access token. */
export const Frame = z.object({ binary: z.boolean(), pieces: z.array(Piece) })
export type Frame = z.infer<typeof Frame>

export const SocketInput = z.object({
  kind: z.literal('socket'),
  who: z.enum(WHO),
  vsn: z.string(),
  frames: z.array(Frame),
})
export type SocketInput = z.infer<typeof SocketInput>

export const Input = z.discriminatedUnion('kind', [HttpInput, SocketInput])
export type Input = z.infer<typeof Input>

export function render(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if (typeof piece === 'string') return Buffer.from(piece)
      if ('base64' in piece) return Buffer.from(piece.base64, 'base64')
      if ('repeat' in piece) return Buffer.from(piece.repeat.repeat(piece.times))
      const numbers = Array.from({ length: piece.count }, (_, i) => (piece.reverse ? piece.count - 1 - i : i))
      return Buffer.from(numbers.map((i) => piece.template.replaceAll('#', String(i))).join(','))
    }),
  )
}

/** Requests and frames are counted in the same way. */
export const sizeOf = (input: Input): number => (input.kind === 'http' ? 1 : Math.max(1, input.frames.length))

export function describeInput(input: Input): string {
  const text = JSON.stringify(input)
  return text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length} characters)` : text
}
