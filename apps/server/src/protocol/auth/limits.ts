import { addressGroup } from '../../platform/limits/address.ts'
import { countByAddress } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { Limit } from '../../platform/settings/config.ts'
import { tooManyMails, tooManyRequests } from './errors.ts'

type Needs = Pick<Services, 'limits' | 'config'>

/** A password, the code of an e-mail, or the code of a second factor. */
type GuessKind = 'signin' | 'code' | 'factor'

/**
 * Limits guesses of a password or code. Only failures count. `settle` checks the limits again after the
 * result is known, so that parallel guesses do not give more information than sequential ones. `isKnown` says whether the
 * owner of the account had a session at this address; it is called only when that decides.
 */
export function guessLimit(
  needs: Needs,
  kind: GuessKind,
  account: string,
  ip: string,
  isKnown = async () => false,
) {
  const keys = guessKeys(needs, kind, account, addressGroup(ip))
  const check = async (method: 'peek' | 'hit') => {
    const verdicts = await Promise.all(keys.map(([key, limit]) => needs.limits[method](key, limit)))
    for (const [at, verdict] of verdicts.entries()) {
      if (verdict.allowed || (keys[at]?.[2] === 'not at known addresses' && (await isKnown()))) continue
      throw tooManyRequests(verdict.retryAfter)
    }
  }
  return {
    check: () => check('peek'),
    settle: (right: boolean) => check(right ? 'peek' : 'hit'),
  }
}

type GuessKey = readonly [key: string, limit: Limit, where?: 'not at known addresses']

function guessKeys({ config }: Needs, kind: GuessKind, account: string, address: string): GuessKey[] {
  const byAddress: GuessKey = [`auth:${kind}:address:${address}`, config.LIMIT_SIGNIN_ADDRESS]
  // A code has only six digits, so the low limit counts all addresses together. The owner can still open the
  // link.
  if (kind === 'code') return [[`auth:code:account:${account}`, config.LIMIT_SIGNIN_EMAIL], byAddress]
  // As short, and only somebody who knows the password can try one.
  if (kind === 'factor') return [[`auth:factor:account:${account}`, config.LIMIT_FACTOR_ACCOUNT], byAddress]
  return [
    // Counted by account and address together, so that wrong passwords from elsewhere do not lock out the
    // owner.
    [`auth:signin:pair:${address}:${account}`, config.LIMIT_SIGNIN_EMAIL],
    [`auth:signin:account:${account}`, config.LIMIT_SIGNIN_ACCOUNT, 'not at known addresses'],
    byAddress,
  ]
}

async function limit({ limits }: Needs, key: string, allowed: Limit) {
  const verdict = await limits.hit(key, allowed)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

async function limitAddress({ limits }: Needs, kind: string, ip: string, allowed: Limit) {
  const verdict = await countByAddress(limits, 'hit', kind, addressGroup(ip), allowed)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

/** Two windows: a short one against bursts, and a day, which bounds how many accounts one address can collect. */
export async function limitSignUps(needs: Needs, ip: string) {
  await limitAddress(needs, 'auth:signup', ip, needs.config.LIMIT_SIGNUP_ADDRESS)
  await limitAddress(needs, 'auth:signup:day', ip, needs.config.LIMIT_SIGNUP_ADDRESS_DAY)
}

export const limitMailRequests = (needs: Needs, ip: string) =>
  limitAddress(needs, 'auth:mail', ip, needs.config.LIMIT_RECOVER_ADDRESS)

export const limitRefreshes = (needs: Needs, userId: string) =>
  limit(needs, `auth:refresh:person:${userId}`, needs.config.LIMIT_REFRESH_PERSON)

/**
 * Each new password sends an e-mail, and ends the links that the owner of the account has requested. Sessions that an e-mail has opened
 * are counted separately: somebody who has found another session must not use up the changes of the owner.
 */
export const limitPasswordChanges = (needs: Needs, userId: string, byMail: boolean) =>
  limit(needs, `auth:password:${byMail ? 'mail' : 'person'}:${userId}`, needs.config.LIMIT_PASSWORD_PERSON)

/**
 * One e-mail of each kind per minute, and a few per hour, because anybody can request e-mails to the address of another
 * person. Those with PKCE are kinds of their own: their links are useless to the owner of the address, who must be able to
 * request another one. The longer limit holds only while the last e-mail still works (`secondsLeft`): otherwise the requests of
 * a stranger would leave the owner without a link until the hour ends. Returns a function that resets the shorter limit: an
 * e-mail that could not be sent must not make its owner wait.
 */
export async function limitMails(
  { limits, config }: Needs,
  kind: string,
  email: string,
  // The link of a sign-up works for a day, longer than the limit.
  secondsLeft = async () => Number.POSITIVE_INFINITY,
) {
  const key = `auth:${kind}:email:${email}`
  const reset = () => limits.clear(key)
  const short = await limits.hit(key, config.LIMIT_RECOVER_EMAIL)
  if (!short.allowed) throw tooManyMails(short.retryAfter)
  const long = await limits.hit(`${key}:hour`, config.LIMIT_RECOVER_EMAIL_HOUR)
  if (long.allowed) return reset
  const wait = Math.min(long.retryAfter, await secondsLeft())
  if (wait <= 0) return reset
  // Nothing was sent, so the next request need not wait for the shorter limit.
  await reset()
  throw tooManyMails(wait)
}
