import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import type { CallHooks } from './call-hooks.ts'
import { type Answer, readStatement } from './compile/answer.ts'
import { type CallValues, callStatement, chooseRoutine, namesOf, planCall } from './compile/call.ts'
import { writeStatement } from './compile/write.ts'
import {
  invalidBody,
  maxAffectedNeedsRows,
  noRight,
  notSingular,
  tooManyAffected,
  unsupportedMethod,
  unsupportedRpcMethod,
} from './errors.ts'
import { bodyText, parseArguments, parseRows } from './parse/body.ts'
import { checkProfile, type Media, parseAccept, parsePrefer, parseRange } from './parse/headers.ts'
import { parseQuery } from './parse/query.ts'
import { namesIn, planRead, type ReadPlan } from './plan.ts'
import { checkPublicTexts } from './public-texts.ts'
import { findTable } from './resolve.ts'
import { type AnswerOptions, answerChange, answerInsert, answerRead, answerVoid } from './respond.ts'
import { type Run, refusedRows } from './run.ts'
import type { Schema } from './schema.ts'

export interface Request {
  schema: Schema
  run: Run
  hooks: CallHooks
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

const WRITES: Record<string, 'insert' | 'update' | 'delete'> = {
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
}

export async function handleTable(one: Request, name: string): Promise<FastifyReply> {
  const { method } = one.request
  if (method === 'GET' || method === 'HEAD') return readTable(one, name)
  const kind = WRITES[method]
  if (kind === undefined) throw unsupportedMethod(method)
  return writeTable(one, name, kind)
}

async function readTable(one: Request, name: string): Promise<FastifyReply> {
  const { schema, run, request, reply } = one
  const { media, preferences, head } = headersOf(request, reply)
  const query = parseQuery(queryText(request))
  const plan = planRead(schema, findTable(schema, name), query)
  applyRange(plan, request)
  const count = preferences.count !== undefined
  const answer = await run(one, 'read only', readStatement(plan, media, { count, head }), preferences)
  const options = { media, preferences, offset: plan.offset, head, titles: namesIn(plan) }
  return answerRead(reply, answer, options, 'read')
}

async function writeTable(
  one: Request,
  name: string,
  kind: 'insert' | 'update' | 'delete',
): Promise<FastifyReply> {
  const { schema, run, caller, request, reply } = one
  const { media, preferences } = headersOf(request, reply)
  const table = findTable(schema, name)
  checkContentType(request)
  if (!table.writers.includes(`${caller.role}:${kind}`)) throw noRight(table.name, caller)
  const query = parseQuery(queryText(request))
  const payload =
    kind === 'delete' ? undefined : parseRows(bodyText(request.body), query.columns === undefined)
  checkPublicTexts(table.name, payload, query.columns)
  const statement = writeStatement(schema, { kind, table, query, payload, preferences, media })
  const answer = await reportRefusedRows(media, () => run(one, 'read write', statement, preferences))
  const titles = media.kind === 'csv' ? namesIn(planRead(schema, table, { ...query, conditions: [] })) : []
  const options: AnswerOptions = { media, preferences, offset: 0n, head: false, titles }
  return kind === 'insert'
    ? answerInsert(reply, answer, options, table)
    : answerChange(reply, answer, options, kind)
}

export async function handleCall(one: Request, name: string): Promise<FastifyReply> {
  const { schema, run, hooks, request, reply } = one
  const { method } = request
  const isPost = method === 'POST'
  if (!isPost && method !== 'GET' && method !== 'HEAD') throw unsupportedRpcMethod(method)
  checkContentType(request)
  const { media, preferences, head } = headersOf(request, reply)
  const named = new Set(
    (schema.routines.get(name) ?? []).flatMap((routine) => routine.arguments.map((one) => one.name)),
  )
  const query = parseQuery(queryText(request), (key) => !isPost && named.has(key))
  const values: CallValues = isPost
    ? { kind: 'json', ...parseArguments(bodyText(request.body)) }
    : { kind: 'words', words: query.arguments }
  const routine = chooseRoutine(schema, name, namesOf(values), isPost)
  const { maxAffected } = preferences
  if (maxAffected !== undefined && (routine.returns.kind === 'void' || !routine.returns.set)) {
    throw maxAffectedNeedsRows()
  }
  const count = preferences.count !== undefined
  const call = { routine, values, query, media, count, head, write: isPost, maxAffected }
  const statement = callStatement(schema, call)
  const access = isPost ? 'read write' : 'read only'
  const answer = await reportRefusedRows(media, () => run(one, access, statement, preferences))
  if (values.kind === 'json' && preferences.tx !== 'rollback') {
    await hooks[routine.name]?.(JSON.parse(values.json))
  }
  const plan = planCall(schema, routine, query)
  if (plan === undefined) return answerVoid(reply, answer, preferences)
  const options: AnswerOptions = { media, preferences, offset: plan.offset, head, titles: namesIn(plan) }
  return answerRead(reply, answer, options, 'call')
}

/** A write that would have changed too many rows was rolled back: reports it with PostgREST's error. */
async function reportRefusedRows(media: Media, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const rows = refusedRows(error)
    if (rows === undefined) throw error
    throw media.kind === 'object' && rows !== 1 ? notSingular(rows) : tooManyAffected(rows)
  }
}

function headersOf(request: FastifyRequest, reply: FastifyReply) {
  const { headers, method } = request
  const reads = method === 'GET' || method === 'HEAD'
  if (checkProfile(reads ? headers['accept-profile'] : headers['content-profile'])) {
    reply.header('content-profile', 'public')
  }
  return {
    media: parseAccept(headers.accept),
    preferences: parsePrefer(headers.prefer),
    head: method === 'HEAD',
  }
}

/** The query string as it was sent. The framework's parser loses repeated names and invalid encodings. */
function queryText(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function checkContentType({ headers, body }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const empty = !Buffer.isBuffer(body) || body.length === 0
  if (type !== '' && type !== 'application/json' && !empty) {
    throw invalidBody(`Content-Type not acceptable: ${type}`)
  }
}

/** The Range header narrows the limits of the query string. Only GET supports it. */
function applyRange(plan: ReadPlan, request: FastifyRequest): void {
  const range = request.method === 'GET' ? parseRange(request.headers.range) : undefined
  if (range === undefined) return
  const end = (offset: bigint, limit: bigint | undefined) =>
    limit === undefined ? undefined : offset + limit
  const ends = [end(plan.offset, plan.limit), end(range.offset, range.limit)].filter(
    (one) => one !== undefined,
  )
  const last = ends.reduce<bigint | undefined>(
    (least, one) => (least === undefined || one < least ? one : least),
    undefined,
  )
  plan.offset = plan.offset > range.offset ? plan.offset : range.offset
  plan.limit = last === undefined ? undefined : last > plan.offset ? last - plan.offset : 0n
}
