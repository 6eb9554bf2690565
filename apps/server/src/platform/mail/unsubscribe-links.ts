import { CORREOS_OPCIONALES, type CorreoOpcional } from '@maestros/dominio/avisos/preferencias'
import { textSigner } from '../secrecy/text-signer.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'

/**
 * Addresses that stop one kind of e-mail for one account, without a session. They do not expire: RFC 8058 asks that the link
 * of an old e-mail still works. All that they allow is not to get these e-mails.
 */

export const UNSUBSCRIBE_PATH = '/baja'
/** The screen with all choices. */
export const CHOICES_PATH = '/avisos'

export interface Unsubscription {
  userId: string
  kind: CorreoOpcional
}

const TOKEN = /^([0-9a-f]{32})\.([a-z_]{1,30})\.([\w-]{43})$/

const signerOf = ({ jwtSecret }: Pick<Secrets, 'jwtSecret'>) =>
  textSigner(jwtSecret, 'maestros/mail/unsubscribe')

export function unsubscribeToken(secrets: Pick<Secrets, 'jwtSecret'>, { userId, kind }: Unsubscription) {
  const text = `${userId.replaceAll('-', '')}.${kind}`
  return `${text}.${signerOf(secrets).sign(text)}`
}

/** Undefined when we did not sign the token. */
export function readUnsubscribeToken(
  secrets: Pick<Secrets, 'jwtSecret'>,
  token: string,
): Unsubscription | undefined {
  const [, id = '', name = '', signed = ''] = TOKEN.exec(token) ?? []
  const kind = CORREOS_OPCIONALES.find((one) => one === name)
  if (kind === undefined || !signerOf(secrets).isValid(`${id}.${kind}`, signed)) return undefined
  return { userId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), kind }
}

/** What an optional e-mail needs besides its recipient. */
export function unsubscribeLinks(
  { secrets, config }: { secrets: Secrets; config: Pick<Config, 'siteUrl'> },
  about: Unsubscription,
): { unsubscribe: string; avisos: string } {
  return {
    unsubscribe: `${config.siteUrl}${UNSUBSCRIBE_PATH}?t=${unsubscribeToken(secrets, about)}`,
    avisos: `${config.siteUrl}${CHOICES_PATH}`,
  }
}
