import type { Config } from '../config.ts'
import { signer } from '../objects/signed.ts'
import { existingJwtSecret } from '../secrets.ts'

/**
 * How long an operator can open an address. It ends earlier only when its object is deleted, so identity documents and the evidence
 * of reports are shown for a shorter time than pictures of tickets.
 */
const SECONDS = { 'chat-media': 60 * 60, 'support-tickets': 24 * 60 * 60 }

/** Signed addresses of private pictures, in the order of their names; undefined where the secret of the server is not known. */
export async function signedAddresses(
  config: Config,
  bucket: keyof typeof SECONDS,
  names: readonly string[],
): Promise<string[] | undefined> {
  if (names.length === 0) return []
  const jwtSecret = await existingJwtSecret(config)
  if (jwtSecret === undefined) return undefined
  const { sign } = signer({ jwtSecret })
  return names.map((name) => `${config.siteUrl}${sign(bucket, name, SECONDS[bucket])}`)
}
