import type { Config } from '../config.ts'
import { signer } from '../objects/signed.ts'
import { existingJwtSecret } from '../secrets.ts'

/** Signed addresses of private pictures, in the order of their names; undefined where the secret of the server is not known. */
export async function signedAddresses(
  config: Config,
  bucket: string,
  names: readonly string[],
  seconds: number,
): Promise<string[] | undefined> {
  if (names.length === 0) return []
  const jwtSecret = await existingJwtSecret(config)
  if (jwtSecret === undefined) return undefined
  const { sign } = signer({ jwtSecret })
  return names.map((name) => `${config.siteUrl}${sign(bucket, name, seconds)}`)
}
