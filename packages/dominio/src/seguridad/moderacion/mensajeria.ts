import { palabrasDe } from './dictado.ts'
import { difierenEnUna, sinDobles, sonido } from './fonetica.ts'
import { MARCADO } from './palabras-de-direcciones.ts'
import {
  AJENO,
  ANUNCIO,
  APAREZCO,
  APLICACIONES,
  AQUI,
  BIEN_ESCRITAS,
  BUSCAME,
  BUZONES_AJENOS,
  CON_NOMBRE,
  CUENTAS,
  DESCRIPCIONES,
  DESCRITA,
  JERGA,
  LARGOS,
  NIEGAN,
  PAGINAS,
  PARECIDAS,
  PESO,
  POSESIVOS,
  RELLENO,
  SENALES,
  SITIOS,
  SONIDO_CORTO,
  VERBO,
} from './palabras-de-mensajeria.ts'
import { conLetras } from './palabras-de-numeros.ts'

/**
 * Finds accounts of messengers and social networks, and invitations to go on there, in a dictated text (dictado.ts). The name of an
 * application alone is allowed. What is near it adds to its weight or takes from it, until the sum is MINIMO. Linear.
 */
const MINIMO = 3
/** So many words around a name are near it. */
const CERCA = 6

/** 'juan_23', 'plomero85': an account that may also stand before the application ('juan_23 en insta'). */
const ANTES = /^[a-z][a-z.]{2,}(?:[0-9]{1,4}$|_)/

/** `original` is the text as it was written, to see which names were disguised. */
export function hayMensajeria(dictado: string, original: string): boolean {
  if (CUENTAS.some((cuenta) => cuenta.test(dictado)) || CON_NOMBRE.test(original)) return true
  let text = whole(dictado)
  for (const [description, word] of DESCRIPCIONES) text = text.replace(description, word)
  const words = palabrasDe(text)
  const accents = /[\u0300-\u036f]/g
  const plain = whole(original.normalize('NFD').replace(accents, '').toLowerCase())
  const names = new Map(words.flatMap((word, at) => mentionAt(words, at, word, plain)))
  const account = [...names.keys()].some((at) => leadsToAccount(words, at))
  return account || [...names].some(([at, weight]) => weight + signalsNear(words, at, names) >= MINIMO)
}

/** Names that many people write in two parts: "what's app", 'tik-tok'. */
const whole = (texto: string): string =>
  texto
    .replace(/(?<![a-z0-9])(?:(f)[ .](b)|(i)[ .](g))(?![a-z0-9])/g, '$1$2$3$4')
    .replace(/([a-z])['\u2019´`]([a-z])/g, '$1$2')
    .replace(/(?<![a-z])(whats|face|tik|insta|you)[ -](app|book|tok|gram|tube)(?![a-z])/g, '$1$2')

const isName = (word: string) => APLICACIONES.has(word) || BIEN_ESCRITAS.has(word) || JERGA.has(word)

/** The place and the weight of a word that names an application. */
function mentionAt(words: readonly string[], at: number, word: string, plain: string): [number, number][] {
  if (SITIOS.has(word)) return [[at, PESO.sitio]]
  if (word === DESCRITA) return [[at, PESO.nombre]]
  const joined = word.replace(/[.-]/g, '')
  if (BUZONES_AJENOS.has(joined)) return [[at, PESO.disfraz]]
  const known = [word, joined, `${word}${words[at + 1] ?? ''}`].find(
    (form, i) => isName(form) && (i < 2 || form.length >= MIN_LARGO),
  )
  if (known !== undefined) {
    const disguised = known.length >= MIN_DISFRAZ && !known.startsWith('x') && !plain.includes(known)
    return [[at, disguised ? PESO.disfraz : JERGA.has(known) ? PESO.jerga : PESO.nombre]]
  }
  const weight = weightOfMisspelt(word)
  return weight === 0 ? [] : [[at, weight]]
}
const MIN_LARGO = 7
const MIN_DISFRAZ = 5

/** Also with look-alike letters ('1nsta', 'te1egram', 'vvhats'), by its sound, or as a verb ('wasapéame'). */
function weightOfMisspelt(word: string): number {
  if (word.length > MAX_NOMBRE || word.length < 2 || PARECIDAS.has(word)) return 0
  if (/[0-9@$!|]|^ln|vv|rn/.test(word)) {
    const forms = [conLetras(word, 'i'), conLetras(word, 'l')]
    const alike = forms.map((form) => form.replace(/^ln/, 'in').replace('vv', 'w').replace('rn', 'm'))
    const name = [...forms, ...alike].find(isName)
    if (name !== undefined) return name.length < MIN_DISFRAZ ? PESO.dudosa : PESO.disfraz
  }
  if (!/^[fghijlmstuvw]/.test(word)) return 0
  const sound = soundOf(word)
  if (VERBO.test(sound)) return /(?:me|nos|nme)$/.test(sound) ? PESO.disfraz : PESO.jerga
  if (SONIDO_CORTO.test(sound)) return PESO.jerga
  if (sound.length < MIN_PARECIDO) return 0
  return SONIDOS.some((name) => sound[0] === name[0] && difierenEnUna(sound, name)) ? PESO.jerga : 0
}
const soundOf = (name: string) => sinDobles(sonido(name).replace(/^[gj]u(?=a)/, 'u')).replace(/m$/, 'n')
const SONIDOS = [...LARGOS].map(soundOf)
const MAX_NOMBRE = 14
const MIN_PARECIDO = 6
/** The sum of what is near a name: each group of words counts once, and every other application too. */
function signalsNear(words: readonly string[], at: number, names: ReadonlyMap<number, number>): number {
  const isNear = (cerca: number, found: (word: string, i: number) => boolean) =>
    words
      .slice(Math.max(0, at - cerca), at + cerca + 1)
      .some((word, i) => found(word, Math.max(0, at - cerca) + i))
  let sum = names.get(at) === PESO.jerga && words.length <= 3 ? PESO.sola : 0
  for (const { peso, cerca, palabras } of Object.values(SENALES))
    if (isNear(cerca, (word, i) => palabras.has(word) && !isDenied(words, i, 2))) sum += peso
  for (const other of names.keys())
    if (other !== at && Math.abs(other - at) <= CERCA && words[other] !== words[at]) sum += PESO.nombre
  if (isOwn(words, at)) sum += PESO.mio
  if (isNear(3, (word, i) => word === 'mejor' && /^(?:por|al|x)$/.test(words[i + 1] ?? '')))
    sum += PESO.mudarse
  if (isNear(2 * CERCA, (word) => AQUI.has(word)))
    sum += isNear(2 * CERCA, (word, i) => AQUI.has(word) && !isDenied(words, i, 4)) ? PESO.aqui : PESO.mudarse
  if (isDenied(words, at, 2)) sum += PESO.niega
  return isNear(4, (word) => AJENO.has(word)) ? sum + PESO.ajeno : sum
}

/** 'mi face', 'mi página de fb' */
const isOwn = (words: readonly string[], at: number): boolean =>
  POSESIVOS.has(words[at - 1] ?? '') ||
  (words[at - 1] === 'de' && PAGINAS.has(words[at - 2] ?? '') && POSESIVOS.has(words[at - 3] ?? ''))

/** 'no uso face', 'aquí no', 'no me gusta este chat' */
const isDenied = (words: readonly string[], at: number, before: number): boolean =>
  [...words.slice(Math.max(0, at - before), at), words[at + 1] ?? ''].some((word) => NIEGAN.has(word))

function leadsToAccount(words: readonly string[], at: number): boolean {
  const near = [...words.slice(Math.max(0, at - CERCA), at), ...words.slice(at + 1, at + 4)]
  if (near.some((word) => BUSCAME.has(word)) || isFoundThere(words, at)) return true
  if (words.slice(Math.max(0, at - 3), at).some((word) => ANTES.test(word))) return true
  let announced = words[at - 1] === 'de' && ANUNCIO.has(words[at - 2] ?? '')
  for (const [i, word] of words.slice(at + 1, at + 1 + CERCA).entries()) {
    if (/[:=>]/.test(word) || ANUNCIO.has(word)) announced = true
    // 'mi insta es …'
    else if (i === 0 && word === 'es' && isOwn(words, at)) announced = true
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
