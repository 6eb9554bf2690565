import { describe } from './descriptions.ts'
import { chooseName, curpFor, emailFor, type Name, phoneFor } from './names.ts'
import { ALCALDIAS, PLACES, POPULAR_ALCALDIAS, POPULAR_OFICIOS, STREETS } from './places.ts'
import { idFor, makeRandom, type Random } from './random.ts'
import type { Reputation } from './reviews.ts'
import { TRADES, type Trade, tradeOf } from './trades/index.ts'

/** All people of the demo, before anything is written. */

export interface Person extends Name {
  id: string
  email: string
  /** Days before today. */
  joined: number
}

export interface Maestro extends Person {
  woman: boolean
  trade: Trade
  /** The first is the main one. */
  oficios: string[]
  alcaldias: string[]
  reputation: Reputation
  verified: { ine: boolean; curp: boolean; domicilio: boolean }
  /** Days before today. */
  lastActive: number
  telefono: string
  descripcion: string
  curp: string
  domicilio: string
  referencias: readonly [Reference, Reference]
}

interface Reference {
  cliente: string
  trabajo: string
  numero: string
}

const SEEKERS = 96
/** Reviews must be later than the accounts, so seekers have the oldest accounts. */
const OLDEST = 960
/** In addition to one maestro for every borough and trade: this many more for each popular trade. */
const EXTRA_FOR_POPULAR = 50

export const DEMO_SEEKER: Person = {
  id: idFor('account:buscador'),
  email: 'buscador@demo.mx',
  nombre: 'Lucía',
  apellido: 'Ramírez Soto',
  joined: 40,
}
export const DEMO_NEWCOMER: Person = {
  id: idFor('account:nuevo'),
  email: 'nuevo@demo.mx',
  nombre: 'Iván',
  apellido: 'Flores Díaz',
  joined: 1,
}
export const DEMO_MAESTRO: Maestro = {
  ...makeMaestro('account:maestro', 0, tradeOf('Electricidad'), 'Benito Juárez', 'expert'),
  email: 'maestro@demo.mx',
  nombre: 'Ramón',
  apellido: 'Castillo Vega',
  woman: false,
  curp: 'CAVR780914HXXSGM05',
  oficios: ['Electricidad', 'Cámaras de seguridad'],
  alcaldias: ['Benito Juárez', 'Cuauhtémoc', 'Coyoacán'],
  verified: { ine: true, curp: true, domicilio: true },
  lastActive: 0,
  descripcion:
    'Soy Ramón, electricista con 22 años en el oficio. Hago instalaciones nuevas, cambio de centros de carga y ' +
    'detección de cortos, y también instalo cámaras. Mido antes de tocar y te enseño la lectura para que veas de ' +
    'dónde venía la falla. Etiqueto cada pastilla del tablero y doy garantía por escrito. Mándame fotos por el chat ' +
    'y te digo con sinceridad qué necesitas.',
}

export function makeSeekers(): Person[] {
  return Array.from({ length: SEEKERS }, (_, at) => {
    const random = makeRandom(`seeker:${at}`)
    const name = chooseName(random.chance(0.55), random)
    return { ...name, id: idFor(`seeker:${at}`), email: emailFor(name, at + 1001), joined: OLDEST }
  })
}

export function makeMaestros(): Maestro[] {
  const places = TRADES.flatMap((trade) => ALCALDIAS.map((alcaldia) => ({ trade, alcaldia, popular: false })))
  const extras = POPULAR_OFICIOS.flatMap((oficio) =>
    Array.from({ length: EXTRA_FOR_POPULAR }, (_, at) => ({
      trade: tradeOf(oficio),
      alcaldia: POPULAR_ALCALDIAS[at % POPULAR_ALCALDIAS.length] ?? POPULAR_ALCALDIAS[0],
      popular: true,
    })),
  )
  const others = [...places, ...extras].map(({ trade, alcaldia, popular }, at) => {
    const maestro = makeMaestro(`maestro:${at}`, at + 1, trade, alcaldia)
    // The additional ones are mostly in the busy boroughs, so that these have several pages.
    const busy = makeRandom(`busy:${at}`).sample(
      POPULAR_ALCALDIAS.filter((one) => one !== alcaldia),
      at % 2 === 0 ? 3 : 2,
    )
    return popular ? { ...maestro, alcaldias: [alcaldia, ...busy] } : maestro
  })
  return [DEMO_MAESTRO, ...others]
}

function makeMaestro(
  label: string,
  number: number,
  trade: Trade,
  alcaldia: string,
  reputation = chooseReputation(makeRandom(`reputation:${label}`)),
): Maestro {
  const random = makeRandom(label)
  const woman = random.chance(0.3)
  const name = chooseName(woman, random)
  const place = PLACES[alcaldia]
  if (!place) throw new Error(`the demo knows no borough called ${alcaldia}`)
  // Levels above the first require a verified identity; newcomers often wait for it.
  const ine = reputation === 'expert' || reputation === 'trusted' || random.chance(0.66)
  const jobs = random.sample(trade.jobs, 2)
  const reference = (job: string | undefined): Reference => {
    const client = chooseName(random.chance(0.6), random)
    return {
      cliente: `${client.nombre} ${client.apellido.split(' ')[0]}`,
      trabajo: job ?? trade.oficio,
      numero: phoneFor(random),
    }
  }
  const joined = { expert: [300, 900], trusted: [150, 700], mixed: [120, 600], starting: [10, 200] } as const
  return {
    ...name,
    id: idFor(label),
    email: emailFor(name, number),
    woman,
    trade,
    oficios: [
      trade.oficio,
      ...random.sample(
        trade.related,
        random.weighted([
          [0, 5],
          [1, 4],
          [2, 1],
        ] as const),
      ),
    ],
    alcaldias: [alcaldia, ...random.sample(place.near, random.int(0, 2))],
    reputation,
    verified: { ine, curp: ine && random.chance(0.8), domicilio: ine && random.chance(0.7) },
    joined: random.int(joined[reputation][0], joined[reputation][1]),
    lastActive: random.weighted([
      [random.int(0, 2), 5],
      [random.int(3, 14), 3],
      [random.int(15, 90), 2],
    ] as const),
    telefono: phoneFor(random),
    descripcion: describe({ ...name, woman, trade, alcaldia }, random),
    curp: curpFor(name, woman, random),
    domicilio: `${random.pick(STREETS)} ${random.int(1, 320)}, Col. ${random.pick(place.colonias)}, ${alcaldia}, CDMX`,
    referencias: [reference(jobs[0]), reference(jobs[1])],
  }
}

const chooseReputation = (random: Random): Reputation =>
  random.weighted([
    ['expert', 11],
    ['trusted', 30],
    ['mixed', 14],
    ['starting', 45],
  ] as const)
