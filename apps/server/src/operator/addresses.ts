import { addressFor, type PrivateBucket } from '../backoffice/addresses.ts'
import type { Config } from '../config.ts'
import { signer } from '../objects/signed.ts'
import { existingJwtSecret } from '../secrets.ts'

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
