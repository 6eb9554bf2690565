import { CODIGO_DE_SEGUNDO_FACTOR_DIGITOS } from '@maestros/dominio/operacion/operadores'
import { Secret, TOTP } from 'otpauth'
import { sealText, unsealText } from '../../platform/secrecy/sealed-text.ts'

/** Codes that an authenticator app shows (RFC 6238). */

const PERIOD_SECONDS = 30
/** A code of the time step before or after is accepted too: clocks differ, and typing takes time. */
const WINDOW = 1
const SECRET_BYTES = 20
const ISSUER = 'Maestros CDMX'

const generatorOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: CODIGO_DE_SEGUNDO_FACTOR_DIGITOS,
    period: PERIOD_SECONDS,
    ...names,
  })

/** In base32, as people type it into their app. */
export const randomTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that an app reads from a QR code. */
export const totpUri = (secret: string, email: string, issuer = ISSUER): string =>
  generatorOf(secret, { issuer, label: email }).toString()

/** The time step that a code belongs to; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const generator = generatorOf(secret)
  const distance = generator.validate({ token: code, timestamp: now, window: WINDOW })
  return distance === null ? undefined : generator.counter({ timestamp: now }) + distance
}

/** The id is a part of the key, so that the secret of one factor does not work in the row of another one. */
const purposeOf = (factorId: string) => `maestros second factor ${factorId}`

export const sealFactor = (key: string, factorId: string, secret: string): string =>
  sealText(key, purposeOf(factorId), secret)
export const unsealFactor = (key: string, factorId: string, sealed: string): string =>
  unsealText(key, purposeOf(factorId), sealed)
