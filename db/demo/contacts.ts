import { type Chat, longChat, shortChat } from './chats.ts'
import { DEMO_MAESTRO, DEMO_SEEKER, type Maestro, type Person } from './people.ts'
import { idFor, makeRandom } from './random.ts'
import { countReviews, type Opinion, writeOpinion } from './reviews.ts'

/**
 * Who had contact with whom in the demo, and when: first the chat, then the contact access, then the review,
 * as the product requires.
 */

export interface Review extends Opinion {
  id: string
  buscador: Person
  maestro: Maestro
  creadoEn: Date
  respondidoEn: Date | null
}

export interface Access {
  buscador: Person
  maestro: Maestro
  motivo: 'agendar_visita' | 'pedir_cotizacion' | 'coordinar_trabajo' | 'urgencia'
  creadoEn: Date
}

export interface View {
  buscador: Person
  maestro: Maestro
  dia: string
  creadoEn: Date
}

export interface Contacts {
  chats: Chat[]
  accesses: Access[]
  reviews: Review[]
  views: View[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOTIVOS = ['agendar_visita', 'pedir_cotizacion', 'coordinar_trabajo', 'urgencia'] as const
const DEMO_REVIEWS = 18
/** Recent enough to be still editable, for a maestro whose contact the demo seeker has unlocked. */
const REVIEWED_BY_DEMO = 'Carpintería'

/**
 * Midnight in Mexico City, which has one offset all year. All events are before it, so none is in the future.
 */
export function startOfDay(now: Date): Date {
  const offset = 6 * HOUR
  return new Date(Math.floor((now.getTime() - offset) / DAY) * DAY + offset)
}

/** After the first line of the chat and before the answer, which comes two minutes after it or later. */
const askedAt = (start: Date) => new Date(start.getTime() + MINUTE)

export function planContacts(
  maestros: readonly Maestro[],
  seekers: readonly Person[],
  today: Date,
): Contacts {
  const at = (daysAgo: number, hour: number) => new Date(today.getTime() - daysAgo * DAY + hour * HOUR)
  const contacts: Contacts = { chats: [], accesses: [], reviews: [], views: [] }

  const meet = (maestro: Maestro, buscador: Person, daysAgo: number) => {
    const random = makeRandom(`meeting:${maestro.id}:${buscador.id}`)
    const start = at(daysAgo, random.int(8, 17) + random.int(0, 59) / 60)
    contacts.chats.push(shortChat({ buscador, maestro, start }, random))
    contacts.accesses.push({
      buscador,
      maestro,
      motivo: random.pick(MOTIVOS),
      creadoEn: askedAt(start),
    })
    const opinion = writeOpinion(maestro.reputation, maestro.trade, maestro.woman, random)
    const creadoEn = new Date(start.getTime() + random.int(1, 3) * DAY + 2 * HOUR)
    contacts.reviews.push({
      ...opinion,
      id: idFor(`review:${maestro.id}:${buscador.id}`),
      buscador,
      maestro,
      creadoEn,
      respondidoEn: opinion.respuesta === null ? null : new Date(creadoEn.getTime() + 5 * HOUR),
    })
  }

  for (const maestro of maestros) {
    const random = makeRandom(`history:${maestro.id}`)
    const count = maestro === DEMO_MAESTRO ? DEMO_REVIEWS : countReviews(maestro.reputation, random)
    // A review comes up to three days after its chat, and everything after the maestro joined.
    for (const buscador of random.sample(seekers, count)) {
      meet(maestro, buscador, random.int(5, maestro.joined - 1))
    }
    const looks = maestro === DEMO_MAESTRO ? 64 : random.int(0, maestro.reputation === 'starting' ? 4 : 8)
    for (const buscador of random.sample(seekers, looks)) {
      const creadoEn = at(random.int(1, 28), random.int(8, 21))
      contacts.views.push({ buscador, maestro, creadoEn, dia: dayOf(creadoEn) })
    }
  }
  planDemoInboxes(contacts, maestros, seekers, at)
  return contacts
}

function planDemoInboxes(
  contacts: Contacts,
  maestros: readonly Maestro[],
  seekers: readonly Person[],
  at: (daysAgo: number, hour: number) => Date,
) {
  const oficios = [
    'Plomería',
    'Pintura',
    'Cerrajería',
    'Carpintería',
    'Jardinería',
    'Impermeabilización',
    'Mudanzas',
  ]
  const good = (oficio: string) =>
    maestros.filter(
      (one) =>
        one !== DEMO_MAESTRO && one.trade.oficio === oficio && ['expert', 'trusted'].includes(one.reputation),
    )
  for (const [step, oficio] of oficios.entries()) {
    const maestro = makeRandom(`inbox:${oficio}`).pick(good(oficio))
    const start = at(step * 2 + 1, 10 + step / 2)
    const ending = step < 3 ? 'news from maestro' : 'settled'
    contacts.chats.push(longChat({ buscador: DEMO_SEEKER, maestro, start }, ending, step))
    if (step % 2 === 1) {
      contacts.accesses.push({
        buscador: DEMO_SEEKER,
        maestro,
        motivo: 'pedir_cotizacion',
        creadoEn: askedAt(start),
      })
    }
    if (oficio === REVIEWED_BY_DEMO) {
      contacts.reviews.push({
        id: idFor(`review:${maestro.id}:${DEMO_SEEKER.id}`),
        buscador: DEMO_SEEKER,
        maestro,
        puntuacion: 5,
        comentario:
          'El librero quedó exacto y me ayudó a escoger la madera. Llegó puntual y dejó todo barrido.',
        trabajoRealizado: true,
        respuesta: null,
        creadoEn: new Date(start.getTime() + 2 * DAY),
        respondidoEn: null,
      })
    }
  }
  // The two demo accounts have a chat with each other, so that a conversation can be tried from both sides.
  contacts.chats.push(
    longChat({ buscador: DEMO_SEEKER, maestro: DEMO_MAESTRO, start: at(1, 14) }, 'news from seeker', 0),
  )

  const reviewers = new Set(
    contacts.reviews.filter(({ maestro }) => maestro === DEMO_MAESTRO).map(({ buscador }) => buscador),
  )
  const strangers = seekers.filter((one) => !reviewers.has(one)).slice(0, 8)
  for (const [step, buscador] of strangers.entries()) {
    const ending = step < 3 ? 'news from seeker' : 'settled'
    const start = at(step + 1, 11 + step / 4)
    contacts.chats.push(longChat({ buscador, maestro: DEMO_MAESTRO, start }, ending, step + 1))
    if (step % 2 === 0) {
      contacts.accesses.push({
        buscador,
        maestro: DEMO_MAESTRO,
        motivo: 'agendar_visita',
        creadoEn: askedAt(start),
      })
    }
  }
}

/** The date in Mexico City. */
const dayOf = (moment: Date) => new Date(moment.getTime() - 6 * HOUR).toISOString().slice(0, 10)
