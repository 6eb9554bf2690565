import type { HttpInput, Input, Piece, SocketInput, Who } from './input.ts'

/**
 * Inputs that once stopped, blocked or confused the server. A new one is copied from the file that `npm run
 * fuzz` wrote.
 */
export interface Regression {
  /** Completes the sentence "the server withstands …". */
  name: string
  input: Input
}

export const http = (
  who: Who,
  method: string,
  path: string,
  body?: Piece[],
  type = 'application/json',
): HttpInput => ({
  kind: 'http',
  who,
  method,
  path,
  headers: body ? { 'content-type': type } : {},
  ...(body && { body }),
})
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
