import type { Limit } from '../config.ts'
import { addressGroup } from '../limits/address.ts'
import type { Services } from '../services.ts'
import { tooManyLetters, tooManyRequests } from './errors.ts'

type Needs = Pick<Services, 'limits' | 'config'>

/**
 * Guesses at a secret. Only failures count; `settle` checks the limits again with the outcome in hand, so that guesses
 * sent in parallel learn no more than guesses sent one by one.
 */
export function guessLimit(needs: Needs, kind: 'signin' | 'code', email: string, ip: string) {
  const keys = guessKeys(needs, kind, email, addressGroup(ip))
  const check = async (ask: 'peek' | 'hit') => {
    const verdicts = await Promise.all(keys.map(([key, limit]) => needs.limits[ask](key, limit)))
    for (const verdict of verdicts) if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
  }
  return {
    check: () => check('peek'),
    settle: (right: boolean) => check(right ? 'peek' : 'hit'),
  }
}

function guessKeys({ config }: Needs, kind: 'signin' | 'code', email: string, address: string) {
  const byAddress: [string, Limit] = [`auth:${kind}:address:${address}`, config.LIMIT_SIGNIN_ADDRESS]
  // A code has six digits only, so the low limit counts all addresses together. The owner can still open the link.
  if (kind === 'code') return [[`auth:code:account:${email}`, config.LIMIT_SIGNIN_EMAIL] as const, byAddress]
  return [
    // By account and address together, so that wrong passwords from elsewhere do not lock the owner out.
    [`auth:signin:pair:${address}:${email}`, config.LIMIT_SIGNIN_EMAIL] as const,
    [`auth:signin:account:${email}`, config.LIMIT_SIGNIN_ACCOUNT] as const,
    byAddress,
  ]
}

async function limit({ limits }: Needs, key: string, allowed: Limit) {
  const verdict = await limits.hit(key, allowed)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

export const limitSignUps = (needs: Needs, ip: string) =>
  limit(needs, `auth:signup:address:${addressGroup(ip)}`, needs.config.LIMIT_SIGNUP_ADDRESS)

export const limitLetterRequests = (needs: Needs, ip: string) =>
  limit(needs, `auth:letters:address:${addressGroup(ip)}`, needs.config.LIMIT_RECOVER_ADDRESS)

export const limitRefreshes = (needs: Needs, userId: string) =>
  limit(needs, `auth:refresh:person:${userId}`, needs.config.LIMIT_REFRESH_PERSON)

/**
 * One letter of a kind a minute. Answers how to give the turn back: a letter that could not be sent, or that
 * was asked for on the other role's screen, must not make its owner wait.
 */
export async function limitLetters({ limits, config }: Needs, kind: string, email: string) {
  const key = `auth:${kind}:email:${email}`
  const verdict = await limits.hit(key, config.LIMIT_RECOVER_EMAIL)
  if (!verdict.allowed) throw tooManyLetters(verdict.retryAfter)
  return () => limits.clear(key)
}
