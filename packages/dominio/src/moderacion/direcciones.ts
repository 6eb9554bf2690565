/**
 * Finds contact data other than phone numbers: e-mail addresses, links and messenger accounts. All functions
 * take a plain text (plano.ts) and are linear.
 */

/** Replaces the dictated words 'arroba' and 'punto' by their signs. */
export function dictado(texto: string): string {
  return texto
    .replace(/\s{0,2}[([{<]?\s?(?<![a-z])arroba(?![a-z])\s?[)\]}>]?\s{0,2}/g, '@')
    .replace(/\s{0,2}[([{<]\s?at\s?[)\]}>]\s{0,2}/g, '@')
    .replace(/\s{0,2}[([{<]?\s?(?<![a-z])(?:punto|dot)(?![a-z])\s?[)\]}>]?\s{0,2}/g, '.')
}

const BUZONES = '(?:gmail|hotmail|outlook|yahoo|icloud|protonmail|prodigy|live)'
const CORREOS: readonly RegExp[] = [
  /(?<=[a-z0-9_-]\s?)@\s?[a-z0-9-]{1,63}\s?\.\s?[a-z]{2}/,
  new RegExp(`@\\s?${BUZONES}(?![a-z])`),
  new RegExp(`(?<![a-z])${BUZONES}[ .,]{1,3}com(?![a-z])`),
  // 'juan.perez23 gmail'
  new RegExp(`[0-9_][a-z]{0,20} (?:en |de )?${BUZONES}(?![a-z])`),
  /[a-z]\.[a-z]{1,20} (?:en |de )?(?:gmail|hotmail|outlook)(?![a-z])/,
]

export const hayCorreo = (dictado: string): boolean => CORREOS.some((correo) => correo.test(dictado))

/** Endings with which no Spanish word begins: 'listo.me avisa' is a missing space, not a domain. */
const TERMINACIONES =
  '(?:com|mx|net|org|info|biz|io|app|co|ly|link|site|online|store|shop|xyz|dev|gg|club|tv|page|website|tech|blog|click|cc|tk)'
const CON_RUTA = '(?:me|es|la|de|to|ee|gl|gd|gy|at|be|ru|is|in|st|us|pro|live|top)'
const CONOCIDOS =
  '(?:wa|t|m|fb|ig)\\s?\\.\\s?me|linktr\\s?\\.\\s?ee|goo\\.gl|is\\.gd|rb\\.gy|youtu\\.be|shorturl\\.at'
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const ENLACES: readonly RegExp[] = [
  /(?:https?|ftp)\s?:\s?\/\s?\//,
  /(?<![a-z0-9])www\s?\.\s?[a-z0-9]/,
  new RegExp(`(?<=[a-z0-9])(?<![^a-z0-9]cd|^cd)\\.${TERMINACIONES}(?![a-z0-9-])`),
  /(?<=[a-z0-9])\s?\.\s?(?:com|net)(?:\s?\.\s?mx)?(?![a-z0-9])/,
  new RegExp(`(?<=[a-z0-9])\\.${CON_RUTA}/[a-z0-9]`),
  new RegExp(`(?<![a-z0-9])(?:${CONOCIDOS})(?![a-z0-9])`),
  new RegExp(`(?<![0-9]|[0-9]\\.)(?:${BYTE}\\.){3}${BYTE}(?![0-9]|\\.[0-9])`),
]

export const hayEnlace = (dictado: string): boolean => ENLACES.some((enlace) => enlace.test(dictado))

const NOMBRES =
  'wh?ats?(?:app?|up|ito)?|w[ah]{1,2}ts?app?|[wg]u?asap{1,2}|wasa|guats(?:app?|ap)?|wpp|wsp|instagram|insta|ig|facebook|face|feis|fb|telegram|messenger|tiktok|twitter|snapchat|skype'
const APLICACION = new RegExp(`^(?:${NOMBRES})$`)
const APLICACIONES = new RegExp(`(?<![a-z0-9_])(?:${NOMBRES})(?![a-z0-9_])`)
/** Words that ask to be found: together with the name of an application they count as contact data. */
const BUSCAME =
  /^(?:busca(?:me|nos)|encuentra(?:me|nos)|encuentras|sigue(?:me|nos)|agrega(?:me|nos)|aparezco|salgo)$/
const RELLENO = new Set([
  'es',
  'mi',
  'me',
  'en',
  'de',
  'el',
  'la',
  'por',
  'al',
  'con',
  'y',
  'estoy',
  'buscas',
])
const ANUNCIO = new Set(['como', 'soy', 'usuario', 'user', 'cuenta', 'perfil', 'nombre', 'nick', 'id'])
const CERCA = 6

/** 'juan_23', 'plomero.juan': a name that only an account can have. */
const MARCADO = /^(?=[a-z0-9_.]{4})[a-z][a-z]*(?:[0-9_]|\.[a-z0-9_])/

export function hayMensajeria(dictado: string): boolean {
  if (/@(?=[0-9_.]{0,20}[a-z])[a-z0-9_.]{3}/.test(dictado)) return true
  if (/(?<![a-z])(?:guion\s?bajo|underscore)(?![a-z])/.test(dictado)) return true
  if (!APLICACIONES.test(dictado)) return false
  const words = [...dictado.matchAll(/[a-z0-9_]+(?:\.[a-z0-9_]+)*|[:=>]/g)].map(([word]) => word)
  return words.some((word, at) => APLICACION.test(word) && leadsToAccount(words, at))
}

function leadsToAccount(words: readonly string[], at: number): boolean {
  const near = [...words.slice(Math.max(0, at - CERCA), at), ...words.slice(at + 1, at + 4)]
  if (near.some((word) => BUSCAME.test(word))) return true
  let announced = false
  for (const [i, word] of words.slice(at + 1, at + 1 + CERCA).entries()) {
    if (/[:=>]/.test(word) || ANUNCIO.has(word)) announced = true
    // 'mi insta es …'
    else if (i === 0 && word === 'es' && /^(?:mi|nuestro)$/.test(words[at - 1] ?? '')) announced = true
    else if (RELLENO.has(word)) {
      if (word === 'el' || word === 'la') announced = false
    } else return MARCADO.test(word) || (announced && /^[a-z][a-z0-9_.]{2,}$/.test(word))
  }
  return false
}
