import { MARCADO, palabrasDe } from './cuentas.ts'
import { conLetras } from './palabras-de-numeros.ts'

/** Finds accounts of messengers and social networks in a dictated text (dictado.ts). Linear. */

export const APLICACIONES = new Set(
  `whatsapp whatsap watsapp watsap wathsapp whatssapp whats what wats whatsup whatsito wasap wasapp guasap guasapp wasa guats
  guatsap guatsapp wpp wsp instagram insta ig facebook face feis fb telegram messenger tiktok twitter snapchat skype linkedin`.split(
    /\s+/,
  ),
)

/** Words that ask to be found: together with the name of an application they count as contact data. */
export const BUSCAME = new Set(
  'buscame buscanos encuentrame encuentranos sigueme siguenos agregame agreganos aparezco'.split(' '),
)
/** Words that also have other meanings ('salgo a las 6'): they count directly beside the application, or with an account. */
export const APAREZCO = new Set(['encuentras', 'salgo'])
/** Words between the application and the account. */
export const RELLENO = new Set('es mi me en de el la por al con y estoy buscas'.split(' '))
/** Words that announce an account. */
export const ANUNCIO = new Set('como soy usuario user cuenta perfil nombre nick id'.split(' '))
const CERCA = 6

/** 'juan_23', 'plomero85': an account that may also stand before the application ('juan_23 en insta'). */
const ANTES = /^[a-z][a-z.]{2,}(?:[0-9]{1,4}$|_)/

/** The name of an application, or a word that may be one with look-alike letters. Most texts have none. */
const POSIBLE = new RegExp(
  `(?<![a-z])(?:${[...APLICACIONES].join('|')}|tik tok|ln)|[a-z][0-9@$!|]|[0-9@$!|][a-z]|vv|rn`,
)

export function hayMensajeria(dictado: string): boolean {
  if (/@(?=[0-9_.]{0,20}[a-z])[a-z0-9_.]{3}/.test(dictado)) return true
  if (/(?<![a-z])(?:guion\s?bajo|underscore)(?![a-z])/.test(dictado)) return true
  if (!POSIBLE.test(dictado)) return false
  const words = palabrasDe(dictado.replace(/(?<![a-z])tik tok(?![a-z])/g, 'tiktok'))
  return words.some((word, at) => isApplication(word) && leadsToAccount(words, at))
}

/** Also with look-alike letters: '1nsta', 'lnsta', 'wh4ts', 'te1egram', 'vvhats', 'instagrarn'. */
function isApplication(word: string): boolean {
  if (word.length > MAX_NOMBRE) return false
  if (APLICACIONES.has(word)) return true
  if (!/[0-9@$!|]|^l|vv|rn/.test(word)) return false
  const forms = [conLetras(word, 'i'), conLetras(word, 'l')]
  return [
    ...forms,
    ...forms.map((form) => form.replace(/^l/, 'i').replace('vv', 'w').replace('rn', 'm')),
  ].some((form) => APLICACIONES.has(form))
}
const MAX_NOMBRE = 12

function leadsToAccount(words: readonly string[], at: number): boolean {
  const near = [...words.slice(Math.max(0, at - CERCA), at), ...words.slice(at + 1, at + 4)]
  if (near.some((word) => BUSCAME.has(word)) || isFoundThere(words, at)) return true
  if (words.slice(Math.max(0, at - 3), at).some((word) => ANTES.test(word))) return true
  let announced = words[at - 1] === 'de' && ANUNCIO.has(words[at - 2] ?? '')
  for (const [i, word] of words.slice(at + 1, at + 1 + CERCA).entries()) {
    if (/[:=>]/.test(word) || ANUNCIO.has(word)) announced = true
    // 'mi insta es …'
    else if (i === 0 && word === 'es' && /^(?:mi|nuestro)$/.test(words[at - 1] ?? '')) announced = true
    else if (RELLENO.has(word) || APAREZCO.has(word)) {
      if (word === 'el' || word === 'la') announced = false
    } else return MARCADO.test(word) || (announced && /^[a-z][a-z0-9_.]{2,}$/.test(word))
  }
  return false
}

/** 'en face', 'por el whats' */
const EN = /(?:^| )(?:en|por)(?: (?:el|la|mi|su))?$/
const ADVERBIO = /^(?:tambien|igual|facil|ahi) /
const COMO = /^como [a-z][a-z0-9_.]{2}/
/** Words after 'me encuentras' that name another place: 'Estoy en WhatsApp, me encuentras por aquí'. */
const OTRO_LUGAR = new Set('por en aqui a al de del hasta cerca si cuando'.split(' '))

/** Whether the author is found in this application: 'me encuentras en face', 'salgo como Juan en insta', 'en face me encuentras'. */
function isFoundThere(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - CERCA), at)
  if (!EN.test(before.join(' '))) return false
  const last = before.findLastIndex((word) => APAREZCO.has(word))
  if (last >= 0) {
    const between = before.slice(last + 1)
    const text = between.join(' ')
    const isBeside = text.replace(ADVERBIO, '').replace(EN, '') === ''
    const isNamed = COMO.test(text) || between.some((word) => word !== 'como' && ANUNCIO.has(word))
    if (isBeside || isNamed) return true
  }
  const after = words
    .slice(at + 1, at + 5)
    .filter((word, i) => i > 1 || !/^(?:me|nos|ahi|tambien)$/.test(word))
  if (!APAREZCO.has(after[0] ?? '')) return false
  return after[0] === 'salgo' ? after.length === 1 : !OTRO_LUGAR.has(after[1] ?? '')
}
