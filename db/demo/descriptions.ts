import type { Random } from './random.ts'
import type { Trade } from './trades/index.ts'

/** The description of a maestro: four or five sentences in a random combination. */

interface Author {
  nombre: string
  woman: boolean
  trade: Trade
  alcaldia: string
}

/** 'y' becomes 'e' before an i sound, and gets a comma when an item contains 'y'. */
function joined(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  const and = /^h?i[^aeo]/.test(last) ? 'e' : 'y'
  const comma = items.some((item) => / [ye] /.test(item)) ? ',' : ''
  return `${items.slice(0, -1).join(', ')}${comma} ${and} ${last}`
}

const OPENINGS: readonly ((author: Author, years: number) => string)[] = [
  ({ nombre, woman, trade }, years) =>
    `Soy ${nombre}, ${trade.soy[woman ? 1 : 0]} con ${years} años en el oficio.`,
  ({ woman, trade, alcaldia }, years) =>
    `Soy ${trade.soy[woman ? 1 : 0]} y llevo ${years} años trabajando en ${alcaldia} y sus alrededores.`,
  ({ woman, trade }, years) =>
    `Trabajo como ${trade.soy[woman ? 1 : 0]} desde hace ${years} años y todavía me emociona dejar bien una casa.`,
  ({ nombre, alcaldia }, years) =>
    `Hola, soy ${nombre}. Vivo en ${alcaldia} y tengo ${years} años de experiencia.`,
  ({ woman, trade }, years) =>
    `${years} años como ${trade.soy[woman ? 1 : 0]}, la mayoría por recomendación de clientes contentos.`,
  ({ woman, trade }) => `Aprendí en familia y hoy soy ${trade.soy[woman ? 1 : 0]} de tiempo completo.`,
]

const SERVICES: readonly ((does: string) => string)[] = [
  (does) => `Hago ${does}.`,
  (does) => `Me dedico a ${does}.`,
  (does) => `Te puedo ayudar con ${does}.`,
  (does) => `Mi trabajo de todos los días: ${does}.`,
  (does) => `Lo que más me piden: ${does}.`,
]

const PROMISES = [
  'Cotizo sin compromiso y respeto el precio que acordamos.',
  'Llego a la hora que digo y, si algo se atrasa, te aviso con tiempo.',
  'Doy garantía por escrito en la mano de obra.',
  'Primero reviso, luego te explico y hasta entonces hablamos de precio.',
  'Mándame fotos por el chat y te digo con sinceridad qué necesitas.',
  'Atiendo también sábados; los domingos son para la familia.',
  'Trabajo con orden y dejo todo recogido.',
  'No cobro por ver el trabajo si estás en mi zona.',
  'Puedo comprar el material contigo para que veas precios y calidades.',
  'Hago trabajos chicos con el mismo gusto que los grandes.',
] as const

const CLOSINGS = [
  'Con confianza, escríbeme.',
  'Quedo a la orden.',
  'Será un gusto ayudarte.',
  'Platiquemos de lo que necesitas.',
  'Tu casa, tratada como la mía.',
  'Cuéntame tu problema y vemos cómo resolverlo.',
] as const

export function describe(author: Author, random: Random): string {
  const { trade } = author
  const does = joined(random.sample(trade.does, random.int(2, 4)))
  const sentences = [
    random.pick(OPENINGS)(author, random.int(4, 32)),
    random.pick(SERVICES)(does),
    ...random.sample(trade.pride, random.int(1, 2)),
    ...random.sample(PROMISES, random.int(1, 2)),
  ]
  if (random.chance(0.6)) sentences.push(random.pick(CLOSINGS))
  return sentences.join(' ')
}
