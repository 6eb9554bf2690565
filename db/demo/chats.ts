import type { Maestro, Person } from './people.ts'
import { makeRandom, type Random } from './random.ts'

/** Conversations: a short one for every review, longer ones in the inboxes of the demo accounts. */

export interface Line {
  autor: 'buscador' | 'maestro'
  texto: string
  /** Minutes after the previous line. */
  pause: number
}

export interface Chat {
  buscador: Person
  maestro: Maestro
  contexto: { alcaldia: string; servicio: string }
  start: Date
  lines: Line[]
  /** How many of the last lines are unread. */
  unread: number
}

const ANSWERS = [
  'Hola, con gusto. ¿Me puede mandar una foto para darme una idea?',
  'Buenas tardes. Claro que sí, eso lo veo todos los días. ¿En qué colonia está?',
  'Hola, gracias por escribir. Puedo pasar a revisarlo mañana, sin compromiso.',
  'Con mucho gusto. Primero lo reviso y le digo con sinceridad qué necesita.',
] as const

const MIDDLES: readonly (readonly [buscador: string, maestro: string])[] = [
  [
    'Estoy cerca del metro. ¿Le queda bien mañana por la tarde?',
    'Sí, paso entre 4 y 5. Llevo herramienta por si se puede resolver de una vez.',
  ],
  [
    '¿Más o menos cuánto cobra por la visita?',
    'La visita no la cobro si está en mi zona. Ya viendo el trabajo le doy precio cerrado.',
  ],
  [
    '¿Usted lleva el material o lo compro yo?',
    'Como guste. Si quiere le paso la lista y lo compra donde le acomode.',
  ],
  ['¿Da garantía del trabajo?', 'Claro, seis meses en la mano de obra y se la dejo por escrito.'],
  [
    'Trabajo desde casa, así que cualquier hora está bien.',
    'Perfecto, entonces la anoto para el jueves a las 10.',
  ],
  [
    '¿Cuánto tiempo cree que le tome?',
    'Si no hay sorpresas, una mañana. Si veo algo más, le aviso antes de seguir.',
  ],
]

const CLOSINGS: readonly (readonly [buscador: string, maestro: string])[] = [
  ['Muchas gracias, quedó muy bien.', 'Al contrario, gracias por la confianza. Cualquier cosa aquí estoy.'],
  ['Perfecto, lo espero entonces.', 'Ahí nos vemos. Que tenga bonita tarde.'],
  ['Me parece muy bien el precio, adelante.', 'Excelente, aparto el día para usted.'],
]

const NEWS_FROM_MAESTRO = [
  ['Buenas noches. Ya conseguí la refacción que faltaba.', '¿Le queda bien mañana a las 9?'],
  ['Le confirmo la visita de mañana a las 11.'],
  [
    'Ya revisé las fotos: se ve sencillo.',
    'Le calculo entre dos y tres horas de trabajo.',
    '¿Quiere que le aparte el sábado?',
  ],
] as const

const NEWS_FROM_SEEKER = [
  ['¿Todavía tiene lugar esta semana?'],
  ['Ya compré el material de la lista.', '¿Puede venir el viernes?'],
  ['Mi vecina también quiere una cotización, ¿puede ver las dos casas el mismo día?'],
  ['Gracias por la visita de hoy, lo platico en familia y le confirmo.'],
] as const

/** At least one line of each person, as a review requires. */
export function shortChat(chat: Pick<Chat, 'buscador' | 'maestro' | 'start'>, random: Random): Chat {
  return { ...chat, contexto: contextOf(chat.maestro), lines: opening(chat.maestro, random), unread: 0 }
}

export function longChat(
  chat: Pick<Chat, 'buscador' | 'maestro' | 'start'>,
  ending: 'settled' | 'news from maestro' | 'news from seeker',
  at: number,
): Chat {
  const random = makeRandom(`chat:${chat.buscador.id}:${chat.maestro.id}`)
  const lines = opening(chat.maestro, random)
  const turn = ([buscador, maestro]: readonly [string, string]) => {
    lines.push(
      { autor: 'buscador', texto: buscador, pause: random.int(3, 50) },
      { autor: 'maestro', texto: maestro, pause: random.int(2, 40) },
    )
  }
  for (const pair of random.sample(MIDDLES, random.int(1, 3))) turn(pair)
  const base = { ...chat, contexto: contextOf(chat.maestro), lines }
  if (ending === 'settled') {
    turn(random.pick(CLOSINGS))
    return { ...base, unread: 0 }
  }
  const autor = ending === 'news from maestro' ? 'maestro' : 'buscador'
  const news: readonly (readonly string[])[] = autor === 'maestro' ? NEWS_FROM_MAESTRO : NEWS_FROM_SEEKER
  const texts = news[at % news.length] ?? []
  for (const [step, texto] of texts.entries()) lines.push({ autor, texto, pause: step === 0 ? 95 : 1 })
  return { ...base, unread: texts.length }
}

function opening({ trade }: Maestro, random: Random): Line[] {
  return [
    { autor: 'buscador', texto: random.pick(trade.asks), pause: 0 },
    { autor: 'maestro', texto: random.pick(ANSWERS), pause: random.int(2, 90) },
  ]
}

const contextOf = ({ trade, alcaldias }: Maestro) => ({
  alcaldia: alcaldias[0] ?? '',
  servicio: trade.oficio,
})
