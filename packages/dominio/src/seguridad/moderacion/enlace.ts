import { CON_COMA, CON_RUTA, CONOCIDOS, TERMINACIONES } from './palabras-de-direcciones.ts'

/** Finds links in a dictated text (dictado.ts). Linear. */

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const EN_CASA = `(?!(?:127|10|192\\.168|172\\.(?:1[6-9]|2[0-9]|3[01]))(?:\\.${BYTE}){2,3}(?![0-9:]|\\.[0-9]))`
const SIMPLES: readonly RegExp[] = [
  // A protocol, also a made-up one.
  /[a-z]\s?:\s?[/\\]\s?[/\\]/,
  /(?<![a-z])hxxps?(?![a-z])/,
  /(?<![a-z])https?[\s:]{1,3}[a-z0-9]/,
  /(?<![a-z0-9])www[\s.,]{1,3}[a-z0-9]/,
  /(?<=[a-z0-9])\s?,?\.\s?(?:com|net)(?:\s?\.\s?mx)?(?![a-z0-9])/,
  /[a-z0-9] com(?: mx(?![a-z0-9])|\/[a-z0-9])/,
  /(?<![a-z])(?:wame\/|bit ?ly(?![a-z])|tinyurl|linktr ?ee|linktree)/,
  // 'mi página es mitaller com'
  /(?<![a-z])(?:pagina|sitio|web|entra|visita|checa|busca)(?: es| web| a| en|:)? [a-z0-9-]{4,40} com(?![a-z0-9])/,
  // 'triple w', 'doble u doble u doble u', 'hache te te pe'
  /(?<![a-z])(?:(?:tres|triple) ?w ?\.|(?:(?:doble|uve doble) ?(?:u|ve|uve)? ?){3}|hache te te pe(?![a-z]))/,
  // 'herreria⚫com'
  /[a-z0-9]{3} ?[^\p{ASCII}]\p{M}? ?com(?![a-z])/u,
  // An address of the internet. Those of a house ('la IP del DVR era 192.168.1.64') lead nowhere without a port.
  new RegExp(`(?<![0-9]|[0-9]\\.)${EN_CASA}(?:${BYTE}\\.){3}${BYTE}(?![0-9]|\\.[0-9])`),
]
/** 'CD.MX' is the city. */
const DOMINIO = /(?<=[a-z0-9])(?<![^a-z0-9]cd|^cd)\.([a-z]{2,7})(?![a-z0-9-])/g
const RUTA = /(?<=[a-z0-9])\.([a-z]{2,4})\/[a-z0-9]/g
/** 'bit . ly / taller' */
const RUTA_SUELTA = /(?<=[a-z0-9]) ?\. ?([a-z]{2,7}) ?\/ ?[a-z0-9]/g
const CORTO = /(?<![a-z0-9])([a-z]{1,8})(?:\s?\.\s?|,)([a-z]{2})(?![a-z0-9])/g
const COMA = /(?<=[a-z0-9]) ?,([a-z]{2,3})(?![a-z0-9])/g

/** Most texts have none of these and need no further look. */
const POSIBLE =
  /[a-z0-9] ?[.,:] ?[a-z0-9/\\]|www|wame|bit ?ly|tinyurl|linktr|http|hxxp| com(?![a-z])|(?:tres|triple) ?w|doble|hache|com(?![a-z])/

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
