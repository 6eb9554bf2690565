/**
 * Finds query strings that contain form input. A form that is submitted before its script has loaded sends a
 * native GET request, which puts every field into the address.
 */

/** Names of password fields, in the spellings that forms use. */
const PASSWORD_FIELD =
  /^(?:(?:new|nueva|old|current|confirm\w*)[_-]?)?(?:password|passwd|pwd|contrase[ñn]a|clave)$|^confirm(?:acion|ación|ar)?$/iu

/**
 * Parameter names whose values are masked in log lines. They may be percent-encoded, as in `contrase%C3%B1a`.
 */
const MASKED =
  /([?&][^=&\s"\\]*(?:passw|pwd|contrase|clave|confirm|e-?mail|correo|token|apikey|secret|code)[^=&\s"\\]*=)[^&\s"\\]+/gi

/** Whether the address has a parameter that contains a password. */
export function carriesPassword(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0) return false
  for (const name of new URLSearchParams(url.slice(start)).keys()) {
    if (PASSWORD_FIELD.test(name.normalize('NFC'))) return true
  }
  return false
}

/** Replaces the values of such parameters. */
export function maskQueries(text: string): string {
  return text.includes('=') ? text.replace(MASKED, '$1[secreto]') : text
}
