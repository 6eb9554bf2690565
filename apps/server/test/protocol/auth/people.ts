import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createClient,
  type Session,
  type SupabaseClient,
  type SupabaseClientOptions,
  type User,
} from '@supabase/supabase-js'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { TestApp } from '../../setup/app.ts'
import { partsOf } from '../../setup/services/mail-parts.ts'
import type { ReceivedMail } from '../../setup/services/smtp.ts'

/** Creates accounts through the public API, and reads the e-mails they get. */

export const PASSWORD = 'secreta-123'

export const newEmail = () => `persona-${randomUUID()}@example.com`

export interface Account {
  email: string
  client: SupabaseClient
  session: Session
  user: User
}

export async function signUp(
  app: TestApp,
  data: Record<string, unknown> = { role: 'buscador' },
): Promise<Account> {
  const email = newEmail()
  const client = app.client()
  const answer = await client.auth.signUp({ email, password: PASSWORD, options: { data } })
  if (answer.error) throw answer.error
  const { session, user } = answer.data
  if (!session || !user) throw new Error('no session was opened')
  return { email, client, session, user }
}

/** Another browser of the same person. */
export async function signInAgain(app: TestApp, { email }: Account): Promise<Account> {
  const client = app.client()
  const answer = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (answer.error) throw answer.error
  return { email, client, ...answer.data }
}

/** A client that stores its session, as a browser does. */
export function keepingClient(
  app: TestApp,
  options: { fetch?: typeof fetch; store?: Map<string, string> } & Pick<
    NonNullable<SupabaseClientOptions<'public'>['auth']>,
    'flowType' | 'detectSessionInUrl'
  > = {},
) {
  const { store = new Map<string, string>(), flowType = 'implicit', detectSessionInUrl = false } = options
  const client = createClient(app.url, app.services.secrets.publishableKey, {
    auth: {
      flowType,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl,
      storageKey: 'sesion',
      storage: {
        getItem: (key) => store.get(key) ?? null,
        setItem: (key, value) => void store.set(key, value),
        removeItem: (key) => void store.delete(key),
      },
    },
    ...(options.fetch ? { global: { fetch: options.fetch } } : {}),
  })
  return { client, store }
}

/** What the official client needs from a browser: an address, and a way to change it. */
export function openPage(location: URL): void {
  vi.stubGlobal('window', { location, addEventListener() {}, history: { state: null, replaceState() {} } })
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {} })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** A plain request, for data that the official client would never send. */
export function authRequest(
  app: TestApp,
  path: string,
  init: { method?: string; body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers: Record<string, string> = { apikey: app.services.secrets.publishableKey, ...init.headers }
  if (init.token !== undefined) headers.authorization = `Bearer ${init.token}`
  if (init.body !== undefined) headers['content-type'] ??= 'application/json'
  return fetch(`${app.url}/auth/v1${path}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(init.body === undefined ? {} : { body: bodyText(init.body) }),
  })
}

const bodyText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

const Kept = z.object({ to: z.string(), subject: z.string(), text: z.string() })

/** What a person reads in an e-mail: the link to open, or the code to type. */
export interface Read {
  subject: string
  link: URL
  token: string
  code: string
}

/** The e-mails with a link that a mail server of the test has received for an address, oldest first. */
export const linkMails = (received: readonly ReceivedMail[], email: string): Read[] =>
  received
    .filter(({ to }) => to === email)
    .map(({ raw }) => partsOf(raw).text)
    .filter((text) => text.includes('/auth/v1/verify'))
    .map((text) => readMail('', text))

function readMail(subject: string, text: string): Read {
  const link = URL.parse(/https?:\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '')
  const code = /^\d{6}$/m.exec(text)?.[0]
  if (!link || !code) throw new Error(`the e-mail has no link or no code:\n${text}`)
  return { subject, link, token: link.searchParams.get('token') ?? '', code }
}

/** The e-mails with a link to one address in the local mailbox, oldest first. */
export async function mailsTo(app: TestApp, email: string): Promise<Read[]> {
  const mails = await keptMailsTo(app, email)
  return mails
    .filter(({ text }) => text.includes('/auth/v1/verify'))
    .map(({ subject, text }) => readMail(subject, text))
}

/** All e-mails to one address in the local mailbox, oldest first. */
export async function keptMailsTo(app: TestApp, email: string): Promise<z.infer<typeof Kept>[]> {
  await app.runJobs()
  const dir = join(app.services.config.DATA_DIR, 'outbox')
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const mails = await Promise.all(
    names.map(async (name) => Kept.parse(JSON.parse(await readFile(join(dir, name), 'utf8')))),
  )
  return mails.filter(({ to }) => to === email)
}

export async function lastMailTo(app: TestApp, email: string): Promise<Read> {
  const mail = (await mailsTo(app, email)).at(-1)
  if (!mail) throw new Error(`${email} got no e-mail`)
  return mail
}

interface Opened {
  status: number
  to: URL
  hash: URLSearchParams
}

/** Opens a link as a browser does, and returns the parameters in the hash. */
export async function openLink(link: URL | string): Promise<Opened> {
  const answer = await fetch(link, { redirect: 'manual' })
  const to = new URL(answer.headers.get('location') ?? 'about:blank')
  return { status: answer.status, to, hash: new URLSearchParams(to.hash.slice(1)) }
}

/** The client of the session that a link has opened. */
export async function clientOf(app: TestApp, { hash }: Opened): Promise<SupabaseClient> {
  const client = app.client()
  const { error } = await client.auth.setSession({
    access_token: hash.get('access_token') ?? '',
    refresh_token: hash.get('refresh_token') ?? '',
  })
  if (error) throw error
  return client
}
