import { ROLES } from '@maestros/dominio/acceso/roles'
import { isRetryableAuthError } from '../../client/call-error.ts'
import { type Client, getClient } from '../../client/client.ts'
import { storedEmail, storedSession, type Tokens } from '../../client/stored-session.ts'
import { hasStrings } from '../../device/has-strings.ts'
import { type LinkAccount, showQuestion } from './link-question.ts'
import { forgetLink } from './link-session.ts'
import { signedUpHere } from './own-sign-ups.ts'

/** The one place that stores the session of a link, after the server has checked it (docs/decisions/acceso.md). Few visits begin with one. */

/**
 * Stores the session at once if it is of the person who is signed in, or of an account that was created in this browser while nobody
 * is signed in. Any other is stored only after the person has agreed. Returns null when it is stored, and the code of the refusal
 * when nobody is signed in and the page goes on without it. All other answers load another page.
 */
export async function openLink(tokens: Tokens): Promise<string | null> {
  for (;;) {
    const end = await tryToOpen(tokens)
    if (end === 'again') continue
    forgetLink()
    showQuestion(null)
    return end.refused
  }
}

type End = 'again' | { refused: string | null }

async function tryToOpen(tokens: Tokens): Promise<End> {
  showQuestion({ kind: 'opening' })
  const client = await getClient().catch(() => null)
  if (!client) return offline()
  const { data, error } = await client.unstoredAuth().getUser(tokens.access_token)
  if (error) return refuse(error)
  const { user } = data
  const stored = storedSession()
  const isOwn = stored ? stored.userId === user.id : signedUpHere(user.id)
  if (!isOwn) {
    const profile = await readProfile(client, tokens, user.id)
    if (!profile) return offline()
    if (!(await askWhose({ email: user.email ?? '', ...profile }))) return leave()
    // Somebody has signed in or out in another tab meanwhile, so the question was another one.
    if (storedSession()?.userId !== stored?.userId) return 'again'
    showQuestion({ kind: 'opening' })
    // When the server answers that the session has ended meanwhile, the client that stores would remove the stored one.
    const checked = await client.unstoredAuth().getUser(tokens.access_token)
    if (checked.error) return refuse(checked.error)
  }
  const { error: failure } = await client.auth.setSession(tokens)
  if (failure) return refuse(failure)
  return isOwn ? { refused: null } : load(location.href)
}

/** From the table and not from the metadata of the account. Null when nothing answered. */
async function readProfile(client: Client, { access_token }: Tokens, userId: string) {
  const { data, error } = await client
    .restAs(access_token)
    .from('profiles')
    .select('display_name, role')
    .eq('id', userId)
    .maybeSingle()
  if (error) return null
  return { name: data?.display_name ?? null, role: ROLES.find((role) => role === data?.role) ?? null }
}

const askWhose = (account: LinkAccount) =>
  new Promise<boolean>((answer) => showQuestion({ kind: 'ask', account, own: storedEmail(), answer }))

async function offline(): Promise<End> {
  const retry = await new Promise<boolean>((answer) =>
    showQuestion({ kind: 'unreachable', own: storedEmail(), answer }),
  )
  return retry ? 'again' : leave()
}

async function refuse(error: Error): Promise<End> {
  if (isRetryableAuthError(error)) return offline()
  if (storedSession() === null) return { refused: hasStrings(error, 'code') ? error.code : '' }
  await new Promise<void>((answer) => showQuestion({ kind: 'expired', answer }))
  return leave()
}

/** A person who is signed in leaves the page of the link, because it is for somebody else. The guard decides about all others. */
const leave = () => load(storedSession() ? '/' : location.href)

/** Loads a new page, so that nothing of another person stays in this one. */
function load(address: string): Promise<never> {
  forgetLink()
  showQuestion({ kind: 'opening' })
  const page = new URL(address, location.href)
  // An address that differs only in its hash would not be loaded.
  page.hash = ''
  location.replace(page.href)
  return new Promise(() => undefined)
}
