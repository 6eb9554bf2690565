import type { HttpInput, Input, Piece, SocketInput, Who } from './input.ts'

/**
 * Inputs that once stopped, blocked or confused the server, with what completes the sentence "the server withstands …". A new
 * one is copied from the file that `npm run fuzz` wrote.
 */
export type Regression = readonly [name: string, input: Input]

export const get = (who: Who, path: string): HttpInput => ({
  kind: 'http',
  who,
  method: 'GET',
  path,
  headers: {},
})
export const post = (
  who: Who,
  path: string,
  body: Piece[],
  { method = 'POST', type = 'application/json' } = {},
): HttpInput => ({ kind: 'http', who, method, path, headers: { 'content-type': type }, body })
export const socket = (who: Who, vsn: string, ...frames: Piece[][]): SocketInput => ({
  kind: 'socket',
  who,
  vsn,
  frames: frames.map((pieces) => ({ binary: false, pieces })),
})

export const nested = (depth: number): Piece[] => [
  { repeat: '[', times: depth },
  { repeat: ']', times: depth },
]
