import type { Contract } from '@maestros/contrato/contract'
import { type CodigoError, ERRORES } from '@maestros/contrato/errores'
import type { Database } from '@maestros/contrato/tablas'
import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import type * as z from 'zod/mini'

/**
 * The server as the screen tests see it: what it answers to each call of the web app. Answers have the types of the contract,
 * so that a changed contract does not compile. A call that a test has not answered fails the test.
 */

/** An answer that is not the usual one. */
class Special {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** The connection ends before there is an answer. */
export const LOST = Symbol('lost')
/** Nothing ever answers. */
export const NEVER = Symbol('never')

type Or<T> = T | Special | typeof LOST | typeof NEVER
export type Reply<T> = Or<T> | Promise<Or<T>>

/** A refusal of a server function. */
export const refusal = (
  code: CodigoError,
  message = 'Mensaje del servidor',
  headers: Record<string, string> = {},
) => new Special(ERRORES[code], { success: false, code, error: message }, headers)

/** Any body: what a proxy or a broken server sends. */
export const odd = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Special(status, body, headers)

/** An answer that waits until `release` is called. */
export function held<T>() {
  const { promise, resolve } = Promise.withResolvers<Or<T>>()
  return { reply: promise, release: (value: Or<T>) => resolve(value) }
}

type Tables = Database['public']['Tables']
export type Row<Name extends keyof Tables> = Tables[Name]['Row']

/** A call that the app has made. `name` is what follows /functions/v1/, /rest/v1/, /rest/v1/rpc/, /auth/v1/ or /storage/v1/. */
export type Call = {
  surface: string
  name: string
  method: string
  query: URLSearchParams
  body: unknown
  token: string
}

type Handler = (call: Call, request: Request) => Reply<unknown>

const handlers = new Map<string, Handler>()
let calls: Call[] = []
let unanswered: string[] = []

const keyOf = (surface: string, name: string, method: string) => `${surface} ${name} ${method}`

type Answering<Input, Output> = (input: Input) => Reply<Output>

const isAnswering = <Input, Output>(reply: unknown): reply is Answering<Input, Output> =>
  typeof reply === 'function'

/** Answers a server function. `reply` may be the answer, or a function of the input. */
export function answer<Input extends z.ZodMiniObject, Output extends z.ZodMiniType>(
  contract: Contract<Input, Output>,
  reply: Reply<z.input<Output>> | Answering<z.input<Input>, z.input<Output>>,
) {
  const { name, method, params = [] } = contract
  handlers.set(keyOf('functions', name, method), (call, request) => {
    if (!isAnswering<z.input<Input>, z.input<Output>>(reply)) return reply
    const path = new URL(request.url).pathname.split('/').slice(4)
    const ofPath = Object.fromEntries(params.map((param, at) => [param, decodeURIComponent(path[at] ?? '')]))
    const rest = method === 'POST' ? Object(call.body) : Object.fromEntries(call.query)
    // The app has made this input from the contract's own type.
    return reply({ ...ofPath, ...rest } as z.input<Input>)
  })
}

/** Answers reads or writes of a table. A read names only some columns, so each row may have only some. */
export function answerTable<Name extends keyof Tables & string>(
  table: Name,
  reply: Reply<Partial<Row<Name>>[]> | ((call: Call) => Reply<Partial<Row<Name>>[]>),
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET',
) {
  handlers.set(keyOf('rest', table, method), (call, request) => {
    const rows = typeof reply === 'function' ? reply(call) : reply
    return one(request, rows)
  })
}

/** Answers a function of the database, which most often returns nothing. */
export function answerRpc(
  name: keyof Database['public']['Functions'] & string,
  reply: Reply<object> | ((call: Call) => Reply<object>) = odd(204),
) {
  handlers.set(keyOf('rest', name, 'POST'), (call) => (typeof reply === 'function' ? reply(call) : reply))
}

/** Answers how many rows of a table there are. */
export function answerCount(table: keyof Tables & string, count: number) {
  handlers.set(keyOf('rest', table, 'HEAD'), () => odd(200, '', { 'content-range': `*/${count}` }))
}

/** PostgREST answers `single()` with an object instead of a list. */
async function one(request: Request, reply: Reply<unknown>): Promise<Or<unknown>> {
  const rows = await reply
  const wantsObject = request.headers.get('accept')?.includes('pgrst.object')
  if (!wantsObject || !Array.isArray(rows)) return rows
  return rows[0] ?? new Special(406, { code: 'PGRST116', message: 'no rows' })
}

/** Answers a route of the auth surface, such as `token` or `user`. */
export function answerAuth(
  name: string,
  reply: Reply<object> | ((call: Call) => Reply<object>),
  method: 'GET' | 'POST' | 'PUT' = 'POST',
) {
  handlers.set(keyOf('auth', name, method), (call) => (typeof reply === 'function' ? reply(call) : reply))
}

/** Answers uploads. `name` of the call is the path with its bucket. */
export function answerUploads(reply: (call: Call) => Reply<object>) {
  handlers.set(keyOf('storage', 'object', 'POST'), reply)
}

/** Answers requests for the address of a private picture. `name` of the call is `sign/`, and the path with its bucket. */
export function answerPictureAddresses(reply: Reply<{ signedURL: string }>) {
  handlers.set(keyOf('storage', 'sign', 'POST'), () => reply)
}

/** What the app has sent to a function, a table or a route since the last `forgetAnswers`, oldest first. */
export const callsOf = (name: string): Call[] => calls.filter((call) => call.name === name)

export function forgetAnswers() {
  handlers.clear()
  calls = []
  unanswered = []
}

/** The calls that no answer was given for. */
export const unansweredCalls = (): readonly string[] => unanswered

async function callOf(request: Request): Promise<Call | null> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/config.json') return { ...NO_CALL, surface: 'config', name: 'config.json' }
  const [, surface, , ...path] = pathname.replace('/rpc/', '/').split('/')
  if (!/^\/(?:functions|rest|auth|storage)\/v1\//.test(pathname) || !surface) return null
  const text = await request.clone().text()
  const isJson = request.headers.get('content-type')?.includes('json')
  return {
    surface,
    name: surface === 'storage' ? path.slice(1).join('/') : (path[0] ?? ''),
    method: request.method,
    query: searchParams,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    token: request.headers.get('authorization')?.replace('Bearer ', '') ?? '',
  }
}

const NO_CALL: Call = {
  surface: '',
  name: '',
  method: 'GET',
  query: new URLSearchParams(),
  body: '',
  token: '',
}

function handlerOf(call: Call): Handler | undefined {
  if (call.surface !== 'storage') return handlers.get(keyOf(call.surface, call.name, call.method))
  return handlers.get(keyOf('storage', call.name.startsWith('sign/') ? 'sign' : 'object', call.method))
}

const CONFIG = { url: '', publishableKey: 'key', production: false, supportEmail: 'ayuda@maestros.example' }

const interceptor = new BatchInterceptor({
  name: 'screen',
  interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
})

interceptor.on('request', async ({ request, controller }) => {
  const call = await callOf(request)
  if (!call) return
  calls.push(call)
  const handler = handlerOf(call) ?? (call.surface === 'config' ? () => CONFIG : undefined)
  if (!handler) unanswered.push(`${call.method} /${call.surface}/v1/${call.name}?${call.query}`)
  const reply = handler ? await handler(call, request) : new Special(501, { message: 'unanswered' })
  if (reply === NEVER) await new Promise(() => undefined)
  if (reply === LOST) return controller.errorWith(new TypeError('Failed to fetch'))
  const { status, body, headers } = reply instanceof Special ? reply : new Special(200, reply)
  const isText = typeof body === 'string'
  controller.respondWith(
    new Response(status === 204 ? null : isText ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': isText ? 'text/html' : 'application/json', ...headers },
    }),
  )
})

/** A socket that never opens: live events are proved with the real server, and a screen must work without them. */
class SilentSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  close() {
    this.readyState = 3
  }
}

/** For the whole run: the page of the tests has no server. */
export function startAnswering() {
  interceptor.apply()
  const Socket = WebSocket
  // The runner itself has a socket.
  const choose = (url: string, protocols?: string | string[]) =>
    url.includes('/realtime/v1/') ? new SilentSocket() : new Socket(url, protocols)
  globalThis.WebSocket = new Proxy(Socket, {
    construct: (_, [url, protocols]) => choose(String(url), protocols),
  })
}
