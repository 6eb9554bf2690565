import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Answer } from './compile/answer.ts'
import { invalidRange, notSingular } from './errors.ts'
import { appliedPreferences, type Media, type Preferences } from './parse/headers.ts'
import type { Table } from './table.ts'

/** Converts the result of a statement into the HTTP answer: status, headers and body. */

export interface AnswerOptions {
  media: Media
  preferences: Preferences
  offset: bigint
  head: boolean
  /** The first line of a CSV answer. */
  titles: string[]
}

export function answerRead(
  reply: FastifyReply,
  answer: Answer,
  options: AnswerOptions,
  kind: 'read' | 'call',
): FastifyReply {
  const { media, preferences, offset, head } = options
  if (media.kind === 'object' && answer.rows !== 1) throw notSingular(answer.rows)
  const total = answer.total === null ? undefined : BigInt(answer.total)
  if (total !== undefined && offset > total) {
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  const partial = total !== undefined && BigInt(answer.rows) < total
  reply.header('content-range', contentRange(offset, offset + BigInt(answer.rows) - 1n, total))
  prefer(reply, preferences, kind)
  reply.code(partial ? 206 : 200).header('content-type', media.contentType)
  return head ? reply.send() : reply.send(bodyOf(answer, options))
}

/** Answers a call of a function that returns nothing. */
export function answerVoid(reply: FastifyReply, answer: Answer, preferences: Preferences): FastifyReply {
  reply.header('content-range', contentRange(0n, 0n, counted(answer, preferences)))
  prefer(reply, preferences, 'call')
  return reply.code(204).send()
}

export function answerInsert(
  reply: FastifyReply,
  answer: Answer,
  options: AnswerOptions,
  table: Table,
): FastifyReply {
  const { preferences } = options
  reply.header('content-range', contentRange(1n, 0n, counted(answer, preferences)))
  prefer(reply, preferences, 'insert')
  if (answer.location !== null) reply.header('location', locationOf(table, answer.location))
  const allMerged = preferences.resolution === 'merge-duplicates' && Number(answer.inserted ?? 0) <= 0
  reply.code(allMerged ? 200 : 201)
  return preferences.return === 'representation' ? sendRows(reply, answer, options) : reply.send()
}

export function answerChange(
  reply: FastifyReply,
  answer: Answer,
  options: AnswerOptions,
  kind: 'update' | 'delete',
): FastifyReply {
  const { preferences } = options
  const total = counted(answer, preferences)
  const range =
    kind === 'update' ? contentRange(0n, BigInt(answer.rows) - 1n, total) : contentRange(1n, 0n, total)
  reply.header('content-range', range)
  prefer(reply, preferences, kind)
  return preferences.return === 'representation'
    ? sendRows(reply.code(200), answer, options)
    : reply.code(204).send()
}

const sendRows = (reply: FastifyReply, answer: Answer, options: AnswerOptions) =>
  reply.header('content-type', options.media.contentType).send(bodyOf(answer, options))

function bodyOf(answer: Answer, { media, titles }: AnswerOptions): string {
  if (media.kind !== 'csv') return answer.body ?? 'null'
  return answer.rows === 0 ? '' : `${titles.join(',')}\n${answer.body ?? ''}`
}

const counted = (answer: Answer, { count }: Preferences) =>
  count === undefined ? undefined : BigInt(answer.rows)

function contentRange(first: bigint, last: bigint, total: bigint | undefined): string {
  const range = total !== 0n && first <= last ? `${first}-${last}` : '*'
  return `${range}/${total ?? '*'}`
}

function prefer(
  reply: FastifyReply,
  preferences: Preferences,
  kind: Parameters<typeof appliedPreferences>[1],
): void {
  const applied = appliedPreferences(preferences, kind)
  if (applied !== '') reply.header('preference-applied', applied)
}

const Key = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

function locationOf(table: Table, json: string): string {
  const filters = Object.entries(Key.parse(JSON.parse(json))).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(value === null ? 'is.null' : `eq.${value}`)}`,
  )
  return `/${encodeURIComponent(table.name)}?${filters.join('&')}`
}
