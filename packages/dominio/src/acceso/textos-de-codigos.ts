import { CONTRASENA_MIN } from '../limites.ts'
import { publicos } from '../seguridad/textos-de-rechazo.ts'
import type { CodigoDeSegundoFactor } from './textos-de-segundo-factor.ts'

const noDisponible = 'Esta forma de acceso no está disponible.'
const sesionTerminada = 'Tu sesión terminó. Inicia sesión de nuevo.'
const enlaceVencido = 'El enlace o código ya no sirve: se usó o venció. Pide uno nuevo.'
const fallo = 'Algo falló de nuestro lado. Inténtalo de nuevo en un momento.'

/**
 * What a person reads for each error code of the auth surface. The server may only answer these codes and those of the second factor: its
 * type of a code comes from here. The server's own messages stay in English, because clients compare them.
 */
export const codigosDeAcceso = {
  invalid_credentials: 'El email o contraseña no son correctos.',
  email_not_confirmed: 'Abre el enlace que enviamos a tu correo y vuelve a entrar.',
  user_already_exists: 'Ya hay una cuenta con este correo.',
  user_not_found: 'No encontramos esa cuenta.',
  insufficient_aal: 'Confirma tu segundo factor para continuar.',
  user_banned: 'Tu cuenta está suspendida.',
  weak_password: `Elige una contraseña más difícil de adivinar, de ${CONTRASENA_MIN} caracteres o más: que no sea de las más usadas, ni solo espacios, ni tu correo.`,
  same_password: 'Elige una contraseña distinta de la anterior.',
  current_password_invalid: 'Escribe tu contraseña actual para cambiarla.',
  validation_failed: 'Hay un dato que no es válido. Revísalo e inténtalo de nuevo.',
  bad_json: 'Los datos no llegaron completos. Inténtalo de nuevo.',
  request_entity_too_large: 'Lo que enviaste es demasiado grande.',
  over_request_rate_limit: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  /** Does not say that an e-mail was sent: there is none for an address that has nothing to confirm. */
  over_email_send_rate_limit:
    'Hace poco se pidió un correo para esta dirección. Espera un rato y pídelo de nuevo.',
  no_authorization: sesionTerminada,
  bad_jwt: sesionTerminada,
  session_not_found: sesionTerminada,
  refresh_token_not_found: sesionTerminada,
  refresh_token_already_used: sesionTerminada,
  otp_expired: enlaceVencido,
  flow_state_not_found: enlaceVencido,
  flow_state_expired: enlaceVencido,
  bad_code_verifier: 'Abre el enlace en el mismo navegador en que lo pediste.',
  reauthentication_needed: 'Pide un enlace nuevo para cambiar tu contraseña.',
  reauthentication_not_valid: 'El código ya no sirve. Pide uno nuevo.',
  not_admin: 'Tu cuenta no puede hacer esto.',
  feature_disabled: 'Esta función no está disponible.',
  otp_disabled: noDisponible,
  email_provider_disabled: noDisponible,
  phone_provider_disabled: noDisponible,
  provider_disabled: noDisponible,
  web3_provider_disabled: noDisponible,
  saml_provider_disabled: noDisponible,
  anonymous_provider_disabled: noDisponible,
  passkey_disabled: noDisponible,
  manual_linking_disabled: noDisponible,
  mfa_totp_enroll_not_enabled: noDisponible,
  mfa_totp_verify_not_enabled: noDisponible,
  unexpected_failure: fallo,
  unknown: fallo,
} as const

export type CodigoDeAcceso = keyof typeof codigosDeAcceso | CodigoDeSegundoFactor

/** The answers of a gateway that refuses the key. They have no code. */
const sinCodigo: Readonly<Record<string, string>> = {
  'No API key found in request': fallo,
  'Invalid API key': fallo,
  'Auth session missing!': sesionTerminada,
}

const esCodigo = (code: unknown): code is keyof typeof codigosDeAcceso =>
  typeof code === 'string' && Object.hasOwn(codigosDeAcceso, code)

/** The Spanish sentence for an answer of the auth surface; null for a code that our server does not have. */
export function fraseDeAcceso(code: unknown, message: string): string | null {
  // Refused names come with a Spanish sentence that says which name and why.
  const refused = [publicos.contacto(''), publicos.tarjeta(''), publicos.signos('')].some((end) =>
    message.endsWith(end),
  )
  if (refused) return message
  if (esCodigo(code)) return codigosDeAcceso[code]
  return Object.hasOwn(sinCodigo, message) ? (sinCodigo[message] ?? null) : null
}
