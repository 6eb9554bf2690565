import { confirmationLetter, recoveryLetter } from '../mail/letters.ts'
import type { Services } from '../services.ts'
import { letterFailed } from './errors.ts'
import type { LetterKind } from './letter-kind.ts'
import { type OneTime, RECOVERY_MINUTES } from './one-time.ts'
import { withQuery } from './redirects.ts'
import type { UserRow } from './users.ts'

/** Writes and sends the letter of a one-time token. Never inside a transaction: a mail server may take seconds. */
export async function sendLetter(
  { mail, config }: Pick<Services, 'mail' | 'config'>,
  kind: LetterKind,
  user: UserRow,
  { token, code }: OneTime,
  redirectTo: string,
): Promise<void> {
  const link = withQuery(`${config.siteUrl}/auth/v1/verify`, { token, type: kind, redirect_to: redirectTo })
  const about = { to: user.email, nombre: user.nombre ?? '', link, code }
  try {
    const letter =
      kind === 'recovery'
        ? await recoveryLetter({ ...about, minutes: RECOVERY_MINUTES })
        : await confirmationLetter(about)
    await mail.send(letter)
  } catch (cause) {
    throw letterFailed(kind === 'recovery' ? 'recovery' : 'confirmation', cause)
  }
}
