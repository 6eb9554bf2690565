import { type Session, type Signer, signer } from '../../platform/objects/signed.ts'
import type { Config } from '../../platform/settings/config.ts'
import { existingJwtSecret } from '../../platform/settings/secrets.ts'

/**
 * How long an operator can open an address. It ends earlier only with the session and when its object is deleted, so identity documents and the evidence
 * of reports are shown for a shorter time than pictures of tickets.
 */
const SECONDS = { 'chat-media': 60 * 60, 'support-tickets': 24 * 60 * 60 }

export type PrivateBucket = keyof typeof SECONDS

/** The signed address of a private file, for an operator: in the console with a session, on the command line without one. */
export const addressFor = (
  { sign }: Pick<Signer, 'sign'>,
  bucket: PrivateBucket,
  name: string,
  operator: Session | undefined,
) => sign(bucket, name, SECONDS[bucket], operator)

/** Signed addresses of private files, in the order of their names; undefined where the secret of the server is not known. */
export async function signedAddresses(
  config: Config,
  bucket: PrivateBucket,
  names: readonly string[],
): Promise<string[] | undefined> {
  if (names.length === 0) return []
  const jwtSecret = await existingJwtSecret(config)
  if (jwtSecret === undefined) return undefined
  const signed = signer({ jwtSecret })
  return names.map((name) => `${config.siteUrl}${addressFor(signed, bucket, name, undefined)}`)
}
