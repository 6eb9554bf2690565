import { plano } from './moderacion/plano.ts'

/**
 * Recognizes a message that asks its reader for money before the work is done: a deposit, a transfer, a CLABE, a payment in
 * an OXXO store. The reader then sees what to check (docs/decisions/seguridad.md). It is a help and never blocks, so it prefers silence
 * when a sentence offers a payment, refuses one, or speaks of paying at the end. A negation refuses what is in its own part
 * of the sentence, between two commas.
 *
 * The words of each sentence are judged by sets and by expressions with bounded repetitions, so the time grows with the length
 * of the text only.
 */
export function pidePagoAnticipado(texto: string): boolean {
  const question = texto.includes('?')
  return plano(texto)
    .split(/[.!?¿¡;\n]/)
    .some((frase) => asks(frase.split(',').map(wordsOf), question))
}

/** '50%' becomes two words. */
const wordsOf = (frase: string): string[] => frase.match(/[a-z0-9]+|%/g) ?? []

/** Money before the work. */
const ADVANCE = new Set(['anticipo', 'anticipos', 'enganche', 'adelanto', 'adelantos'])
/** Ways of paying from a distance. */
const CHANNEL = new Set([
  'deposito',
  'depositos',
  'depositar',
  'deposita',
  'deposite',
  'deposites',
  'transferencia',
  'transferencias',
  'transferir',
  'transfiera',
  'transfieres',
  'spei',
  'clabe',
  'oxxo',
  'spin',
  'saldazo',
  'codi',
])
/**
 * Requests that name both the act and the receiver. They need no other word, and a negation elsewhere does not concern them:
 * the negated form is another one, 'no me deposites'.
 */
const GIVE_ME = /^(deposit|transfier|adelant|anticip)(a|e|en)(me|nos)$|^(deposita|transfiere)(s|n)?(lo|me)lo$/
/** Words by which the writer asks the reader to act. */
const REQUEST = new Set([
  'necesito',
  'necesitamos',
  'necesita',
  'necesario',
  'ocupo',
  'requiero',
  'requiere',
  'pido',
  'cobro',
  'cobra',
  'mandame',
  'mandeme',
  'manda',
  'enviame',
  'envieme',
  'pasame',
  'paseme',
  'pagame',
  'pagueme',
  'dame',
  'deme',
  'haz',
  'hazme',
  'haga',
  'hagame',
  'favor',
  'porfa',
  'hay',
  'debe',
  'debes',
  'solo',
  'me',
  'empezar',
  'apartar',
  'aparto',
])
const HANDS_OVER = new Set(['paso', 'mando', 'envio', 'dejo', 'mi', 'comparto'])
const NEGATION = new Set(['no', 'sin', 'nunca', 'jamas', 'ni', 'tampoco', 'nada'])
/** Phrases with a negation that refuse nothing. */
const NOT_A_REFUSAL =
  /\b(no (te|se|os) preocup\w+|no hay (problema|bronca)|sin (falta|problemas?|pendiente)|ni modo|nada mas)\b(?! (por|de|del|con)\b)/g
/** The refusal of what another part of the sentence names: 'Un anticipo, no hace falta'. */
const NOT_NEEDED = /\bno (es necesario|hace falta|se (necesita|requiere|pide|cobra))\b/
const PAYMENT =
  '(anticipos?|enganche|adelanto|deposit(o|a|as|an|e|es|en)|transferencia|transf(iere|ieres|iera|ieras)|spei|me adelanta(s|n)?)'
const WORK =
  '((me|le|te|lo|se|les) )?(trabajo|trabajamos|voy|vamos|ir|iria|empiezo|empezamos|inicio|comienzo|arranco|aparto|agendo|salgo|hago|hacemos|compro|muevo|puede|puedo (ir|empezar|iniciar|comenzar|trabajar|apartar|agendar|salir|hacer|comprar))'
const WITHOUT = `(sin( un| el| su| tu| ese| algun)?|(si no|hasta que|mientras no)( \\S+){0,3}) ${PAYMENT}`
/** A payment as the condition of the work: 'Sin anticipo no trabajo', 'No voy si no me deposita'. */
const CONDITION = new RegExp(
  `\\b${WITHOUT}\\b( \\S+){0,5} no ${WORK}\\b|\\bno ${WORK}\\b( \\S+){0,4} ${WITHOUT}\\b`,
)
/** The writer pays, or asks what the reader wants. */
const OFFER =
  /^(aceptas?|aceptan|pides?|piden|cobras|necesitas|quieres?|manejas?|recibes?|reciben|transfiero|deposite|pague|deje|tienes?|doy|dejo|prefieres)$/
/** Other things with these names: a water tank, a transfer switch, the shop as a landmark. */
const OTHER_THING =
  /\b(deposito de (agua|gas|arriba|abajo|la taza|wc)|(interruptor|switch|tablero|planta) de transferencia|(enfrente|frente|junto|lado|esquina|cerca|tienda|pasando|atras|antes|despues|por)( de| del| al| a| el| la){1,3} oxxo|oxxo de la|adelanto de (como|la obra|lo que))\b/
const AT_THE_END =
  /\b(al (terminar|acabar|final|finalizar|entregar|concluir)|cuando (termin|acab|quede|este list)\w*|ya terminado|contra entrega)\b/
const BEFORE =
  /\b(mitad (antes|por adelantado|para)|por adelantado|(pag\w+|paga\w*|pago|% ?)( \w+){0,3} (antes de|primero)|pagame primero|mitad hoy|que me adelant(e|es|en)|antes de (ir|empezar|iniciar|comenzar))\b|% antes/
const FOR_MATERIAL = /\b(para|lo de)(l| el| los)? materiales?\b/
const MERCADO_PAGO = /\bmercado ?pago\b/
const OWN_ACCOUNT =
  /\b(numero de (tarjeta|cuenta)|tarjeta de debito|a (esta|mi) cuenta|la cuenta|mi cuenta)\b/

/**
 * Whether a sentence, given as the words of its parts between commas, asks for money. `question`: the message has a question
 * mark, in this sentence or another.
 */
function asks(parts: string[][], question: boolean): boolean {
  const words = parts.flat()
  if (words.length === 0) return false
  if (words.some((word) => GIVE_ME.test(word)) || CONDITION.test(words.join(' '))) return true
  const texts = parts.map((part) => part.join(' ').replace(NOT_A_REFUSAL, ' '))
  if (texts.some((text) => NOT_NEEDED.test(text))) return false
  return asksPlainly(texts.filter((text) => !isRefusal(text)).join(' '), question)
}

const isRefusal = (text: string): boolean => text.split(' ').some((word) => NEGATION.has(word))

/** The same for a sentence without the parts that refuse something. */
function asksPlainly(sentence: string, question: boolean): boolean {
  const text = sentence.replace(OTHER_THING, ' ')
  const left = text.split(' ')
  const advance = left.some((word) => ADVANCE.has(word)) || BEFORE.test(text)
  const channel = left.some((word) => CHANNEL.has(word)) || MERCADO_PAGO.test(text) || OWN_ACCOUNT.test(text)
  if (!advance && !channel && !FOR_MATERIAL.test(text)) return false
  const request = left.some((word) => REQUEST.has(word))
  if (left.some((word) => OFFER.test(word)) && (question || !request)) return false
  if (AT_THE_END.test(text) && !BEFORE.test(text)) return false
  if (advance) return true
  if (channel) return request || left.some((word) => HANDS_OVER.has(word))
  return request
}
