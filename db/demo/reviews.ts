import type { Random } from './random.ts'
import type { Trade } from './trades/index.ts'

/** The reviews of seekers, and the answers of some maestros. */

const WARM = [
  'Muy recomendable.',
  'Lo volvería a llamar sin pensarlo.',
  'Llegó puntual y trabajó con mucho orden.',
  'Trato amable de principio a fin.',
  'El precio fue justo y respetó la cotización.',
  'Explica todo con calma y sin prisas.',
  'Se nota que le gusta su trabajo.',
  'Dejó todo limpio al terminar.',
  'Ya se lo recomendé a mis vecinas.',
  'Da mucha confianza tenerlo en casa.',
] as const

const WARM_WOMAN: Partial<Record<(typeof WARM)[number], string>> = {
  'Lo volvería a llamar sin pensarlo.': 'La volvería a llamar sin pensarlo.',
  'Ya se lo recomendé a mis vecinas.': 'Ya la recomendé con mis vecinas.',
  'Da mucha confianza tenerlo en casa.': 'Da mucha confianza tenerla en casa.',
}

const GOOD_BUT = [
  'Solo tardó un poco más de lo que habíamos quedado.',
  'Faltó un detalle, pero regresó a corregirlo.',
  'El trabajo bien; costó un poco encontrar horario.',
  'Un poquito caro, aunque el resultado lo vale.',
] as const

const SO_SO = [
  'El trabajo quedó bien, pero llegó dos horas tarde y no avisó.',
  'Resolvió lo principal; los acabados pudieron quedar mejor.',
  'Cumplió, aunque tuve que insistir para que terminara.',
  'Quedó funcionando, pero dejó basura y tuve que limpiar.',
] as const

const POOR = [
  'Canceló dos veces y al final tuve que buscar a alguien más.',
  'A la semana volvió la misma falla y tardó mucho en regresar.',
  'No quedó como acordamos y me cobró material que no se usó.',
] as const

const NOT_DONE = [
  'Al final no hicimos el trabajo, pero me orientó muy bien por el chat.',
  'Vino a cotizar y dio los precios con claridad; decidimos esperar unos meses.',
  'No coincidimos en horarios, aunque siempre contestó con amabilidad.',
] as const

const THANKS = [
  '¡Muchas gracias por la confianza! Aquí estoy para lo que se ofrezca.',
  'Gracias a usted por abrirme las puertas de su casa.',
  'Me da mucho gusto que quedara contenta la familia. Saludos.',
  'Gracias por tomarse el tiempo de escribir. Un saludo.',
] as const

const SORRY = [
  'Le ofrezco una disculpa. Aprendí de esto y con gusto paso a revisar sin costo.',
  'Tiene razón en el retraso, debí avisar. Gracias por decírmelo.',
  'Lamento la molestia. Escríbame por el chat y lo resolvemos.',
] as const

export type Reputation = 'expert' | 'trusted' | 'starting' | 'mixed'

export interface Opinion {
  puntuacion: number
  comentario: string
  trabajoRealizado: boolean
  respuesta: string | null
}

/** How many reviews a maestro of each kind has. The database derives the level and the average. */
export function countReviews(reputation: Reputation, random: Random): number {
  switch (reputation) {
    case 'expert':
      return random.int(12, 20)
    case 'trusted':
      return random.int(4, 9)
    case 'mixed':
      return random.int(3, 7)
    case 'starting':
      return random.int(0, 2)
  }
}

const STARS: Record<Reputation, readonly (readonly [number, number])[]> = {
  expert: [
    [5, 84],
    [4, 16],
  ],
  trusted: [
    [5, 55],
    [4, 40],
    [3, 5],
  ],
  mixed: [
    [5, 25],
    [4, 25],
    [3, 30],
    [2, 14],
    [1, 6],
  ],
  starting: [
    [5, 55],
    [4, 30],
    [3, 15],
  ],
}

export function writeOpinion(reputation: Reputation, trade: Trade, woman: boolean, random: Random): Opinion {
  const puntuacion = random.weighted(STARS[reputation])
  const trabajoRealizado = !random.chance(puntuacion >= 4 ? 0.05 : 0.12)
  const comentario = trabajoRealizado ? tell(puntuacion, trade, woman, random) : random.pick(NOT_DONE)
  const answers = random.chance(puntuacion >= 4 ? 0.22 : 0.5)
  return {
    puntuacion,
    comentario,
    trabajoRealizado,
    respuesta: answers ? random.pick(puntuacion >= 4 || !trabajoRealizado ? THANKS : SORRY) : null,
  }
}

function tell(stars: number, trade: Trade, woman: boolean, random: Random): string {
  const warm = (count: number) =>
    random.sample(WARM, count).map((text) => (woman ? (WARM_WOMAN[text] ?? text) : text))
  const praise = random.pick(trade.praise)
  if (stars === 5) {
    const parts = [praise, ...warm(random.int(0, 2))]
    return (random.chance(0.3) ? parts.reverse() : parts).join(' ')
  }
  if (stars === 4) return [praise, random.chance(0.6) ? random.pick(GOOD_BUT) : warm(1).join('')].join(' ')
  return random.pick(stars === 3 ? SO_SO : POOR)
}
