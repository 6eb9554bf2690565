/** Finds links in a dictated text (dictado.ts). Linear. */

/** Endings with which no Spanish word begins: 'listo.me avisa' is a missing space, not a domain. */
export const TERMINACIONES = new Set(
  'mx org info biz io app co ly link site online store shop xyz dev gg club tv page website tech blog click cc tk'.split(
    ' ',
  ),
)
/** Endings that are also the beginning of a sentence. They count with a path behind them. */
export const CON_RUTA = new Set('me es la de to ee gl gd gy at be ru is in st us pro live top'.split(' '))
export const CONOCIDOS = new Set(
  'wa.me t.me m.me fb.me ig.me linktr.ee goo.gl is.gd rb.gy youtu.be shorturl.at'.split(' '),
)
/** After a comma instead of a dot. */
export const CON_COMA = new Set(['com', 'net', 'org', 'mx'])

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const SIMPLES: readonly RegExp[] = [
  // A protocol, also a made-up one.
  /[a-z]\s?:\s?[/\\]\s?[/\\]/,
  /(?<![a-z])hxxps?(?![a-z])/,
  /(?<![a-z])https?[\s:]{1,3}[a-z0-9]/,
  /(?<![a-z0-9])www[\s.,]{1,3}[a-z0-9]/,
  /(?<=[a-z0-9])\s?\.\s?(?:com|net)(?:\s?\.\s?mx)?(?![a-z0-9])/,
  /[a-z0-9] com mx(?![a-z0-9])/,
  // 'mi página es mitaller com'
  /(?<![a-z])(?:pagina|sitio|web)(?: es| web|:)? [a-z0-9-]{4,40} com(?![a-z0-9])/,
  new RegExp(`(?<![0-9]|[0-9]\\.)(?:${BYTE}\\.){3}${BYTE}(?![0-9]|\\.[0-9])`),
]
/** 'CD.MX' is the city. */
const DOMINIO = /(?<=[a-z0-9])(?<![^a-z0-9]cd|^cd)\.([a-z]{2,7})(?![a-z0-9-])/g
const RUTA = /(?<=[a-z0-9])\.([a-z]{2,4})\/[a-z0-9]/g
/** 'bit . ly / taller' */
const RUTA_SUELTA = /(?<=[a-z0-9]) ?\. ?([a-z]{2,7}) ?\/ ?[a-z0-9]/g
const CORTO = /(?<![a-z0-9])([a-z]{1,8})(?:\s?\.\s?|,)([a-z]{2})(?![a-z0-9])/g
const COMA = /(?<=[a-z0-9]),([a-z]{2,3})(?![a-z0-9])/g

/** Most texts have none of these and need no further look. */
const POSIBLE = /[a-z0-9] ?[.,:] ?[a-z0-9/\\]|www|http|hxxp| com(?![a-z])/

export function hayEnlace(dictado: string): boolean {
  if (!POSIBLE.test(dictado)) return false
  if (SIMPLES.some((enlace) => enlace.test(dictado))) return true
  for (const [, ending = ''] of dictado.matchAll(DOMINIO)) if (TERMINACIONES.has(ending)) return true
  for (const [, ending = ''] of dictado.matchAll(RUTA_SUELTA)) if (TERMINACIONES.has(ending)) return true
  for (const [, ending = ''] of dictado.matchAll(RUTA)) if (CON_RUTA.has(ending)) return true
  for (const [, name, ending] of dictado.matchAll(CORTO)) if (CONOCIDOS.has(`${name}.${ending}`)) return true
  for (const [, ending = ''] of dictado.matchAll(COMA)) if (CON_COMA.has(ending)) return true
  return false
}
