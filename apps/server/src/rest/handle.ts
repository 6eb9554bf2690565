import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import type { AfterCall } from '../realtime/after-call.ts'
import { type Answer, readStatement } from './compile/answer.ts'
import { type CallValues, callStatement, chooseRoutine, namesOf } from './compile/call.ts'
import { writeStatement } from './compile/write.ts'
import {
  invalidBody,
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
import { type Asked, answerChange, answerInsert, answerRead } from './respond.ts'
import { type Run, refusedRows } from './run.ts'
import type { Schema } from './schema.ts'

export interface Request {
  schema: Schema
  run: Run
  after: AfterCall
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

async function readTable(
  { schema, run, caller, request, reply }: Request,
  name: string,
): Promise<FastifyReply> {
  const { media, preferences, head } = headersOf(request, reply)
  const query = parseQuery(queryText(request))
  const plan = planRead(schema, findTable(schema, name), query)
  applyRange(plan, request)
  const count = preferences.count !== undefined
  const answer = await run(caller, 'read only', readStatement(plan, media, { count, head }))
  const asked = { media, preferences, offset: plan.offset, head, titles: namesIn(plan) }
  return answerRead(reply, answer, asked, 'read')
}

async function writeTable(
  { schema, run, caller, request, reply }: Request,
  name: string,
  kind: 'insert' | 'update' | 'delete',
): Promise<FastifyReply> {
  const { media, preferences } = headersOf(request, reply)
  const query = parseQuery(queryText(request))
  const payload = kind === 'delete' ? undefined : parseRows(jsonText(request), query.columns === undefined)
  const table = findTable(schema, name)
  checkPublicTexts(table.name, payload, query.columns)
  const statement = writeStatement(schema, { kind, table, query, payload, preferences, media })
  const answer = await undoing(media, () => run(caller, 'read write', statement))
  const titles = media.kind === 'csv' ? namesIn(planRead(schema, table, { ...query, conditions: [] })) : []
  const asked: Asked = { media, preferences, offset: 0n, head: false, titles }
  return kind === 'insert'
    ? answerInsert(reply, answer, asked, table)
    : answerChange(reply, answer, asked, kind)
}

export async function handleCall(
  { schema, run, after, caller, request, reply }: Request,
  name: string,
): Promise<FastifyReply> {
  const { method } = request
  const isPost = method === 'POST'
  if (!isPost && method !== 'GET' && method !== 'HEAD') throw unsupportedRpcMethod(method)
  const { media, preferences, head } = headersOf(request, reply)
  const named = new Set(
    (schema.routines.get(name) ?? []).flatMap((routine) => routine.arguments.map((one) => one.name)),
  )
  const query = parseQuery(queryText(request), (key) => !isPost && named.has(key))
  const values: CallValues = isPost
    ? { kind: 'json', ...parseArguments(jsonText(request)) }
    : { kind: 'words', words: query.arguments }
  const routine = chooseRoutine(schema, name, namesOf(values), isPost)
  const count = preferences.count !== undefined
  const statement = callStatement(schema, { routine, values, query, media, count, head, write: isPost })
  const answer = await undoing(media, () => run(caller, isPost ? 'read write' : 'read only', statement))
  if (values.kind === 'json') await after[routine.name]?.(JSON.parse(values.json))
  if (routine.returns.kind === 'void') return reply.code(204).header('content-range', '0-0/*').send()
  const plan = routine.returns.kind === 'rows' ? planRead(schema, routine.returns.table, query) : undefined
  const titles = plan ? namesIn(plan) : ['pgrst_scalar']
  return answerRead(reply, answer, { media, preferences, offset: plan?.offset ?? 0n, head, titles }, 'call')
}

/** A write that found itself touching too many rows has undone itself: say so in the original's words. */
async function undoing(media: Media, work: () => Promise<Answer>): Promise<Answer> {
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

/** As it was sent: what the framework would make of it loses repeated names and bad encodings. */
function queryText(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function jsonText(request: FastifyRequest): string {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const text = bodyText(request.body)
  if (type !== '' && type !== 'application/json' && text !== '') {
    throw invalidBody(`Content-Type not acceptable: ${type}`)
  }
  return text
}

/** The Range header narrows what the address asks for. Only GET has one. */
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
