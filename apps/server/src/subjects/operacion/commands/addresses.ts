import { signer } from '../../../platform/objects/signed.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { existingJwtSecret } from '../../../platform/settings/secrets.ts'
import { addressFor, type PrivateBucket } from '../addresses.ts'

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
