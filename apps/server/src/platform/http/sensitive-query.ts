/**
 * Finds query strings that contain form input. A form that is submitted before its script has loaded sends a
 * native GET request, which puts every field into the address.
 */

/** Names of password fields, in the spellings that forms use. */
const PASSWORD_FIELD =
  /^(?:(?:new|nueva|old|current|confirm\w*)[_-]?)?(?:password|passwd|pwd|contrase[ñn]a|clave)$|^confirm(?:acion|ación|ar)?$/iu

/** Names of parameters whose values are masked in log lines. They may be percent-encoded, as in `contrase%C3%B1a`. */
const MASKED_NAME = /passw|pwd|contrase|clave|confirm|e-?mail|correo|token|apikey|secret|code/i
/** The name of a parameter. It cannot contain `?` or `&`, so that a search that begins at one of them ends at the next. */
const NAME = /[?&]([^?=&\s"\\]*)=/g
const VALUE = /[^&\s"\\]+/y

/** Whether the address has a parameter that contains a password. */
export function carriesPassword(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0) return false
  for (const name of new URLSearchParams(url.slice(start)).keys()) {
    if (PASSWORD_FIELD.test(name.normalize('NFC'))) return true
  }
  return false
}

/** Replaces the values of secret parameters. The time grows with the length of the text, and not with its square. */
export function maskQueries(text: string): string {
  let masked = ''
  let end = 0
  for (const { index, 0: parameter, 1: name = '' } of text.matchAll(NAME)) {
    // A name inside a value that is already masked is skipped.
    if (index < end || !MASKED_NAME.test(name)) continue
    VALUE.lastIndex = index + parameter.length
    if (!VALUE.test(text)) continue
    masked += `${text.slice(end, index)}${parameter}[secreto]`
    end = VALUE.lastIndex
  }
  return masked + text.slice(end)
}
