import { addressGroup } from '../limits/address.ts'
import type { Services } from '../services.ts'
import { tooManyLetters, tooManyRequests } from './errors.ts'

type Needs = Pick<Services, 'limits' | 'config'>

/**
 * Guesses at a secret, by account and by address. Only failures count; `settle` is asked again with the
 * outcome in hand, so that guesses sent all at once learn no more than those sent one by one.
 */
export function guessLimit({ limits, config }: Needs, kind: 'signin' | 'code', email: string, ip: string) {
  const keys = [
    [`auth:${kind}:email:${email}`, config.LIMIT_SIGNIN_EMAIL],
    [`auth:${kind}:address:${addressGroup(ip)}`, config.LIMIT_SIGNIN_ADDRESS],
  ] as const
  const check = async (ask: 'peek' | 'hit') => {
    const verdicts = await Promise.all(keys.map(([key, limit]) => limits[ask](key, limit)))
    for (const verdict of verdicts) if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
  }
  return {
    check: () => check('peek'),
    settle: (right: boolean) => check(right ? 'peek' : 'hit'),
  }
}

export async function limitSignUps({ limits, config }: Needs, ip: string) {
  const verdict = await limits.hit(`auth:signup:address:${addressGroup(ip)}`, config.LIMIT_SIGNUP_ADDRESS)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

export async function limitLetterRequests({ limits, config }: Needs, ip: string) {
  const verdict = await limits.hit(`auth:letters:address:${addressGroup(ip)}`, config.LIMIT_RECOVER_ADDRESS)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
}

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
