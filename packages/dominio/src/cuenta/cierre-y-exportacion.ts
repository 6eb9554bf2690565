/** A person's own data: the export and the closing of the account (docs/decisions/cuenta.md). */

/** How long a closed account can be kept by signing in. */
export const CIERRE_DIAS = 30
/** The password must have been given this recently to close the account. */
export const CIERRE_CONTRASENA_MIN = 5
/** One export in this time, and the time for which its link works. */
export const EXPORTACION_HORAS = 24
/** At most so many exports in this time, together with those that a new password, for example, has ended early. */
export const EXPORTACIONES_MAX = 3
