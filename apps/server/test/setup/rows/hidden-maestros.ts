import { randomInt, randomUUID } from 'node:crypto'
import { insertRows } from '../../../../../db/demo/write.ts'
import type { TestApp } from '../app.ts'
import { addressOf, documentNames } from './documents.ts'

/** Maestros with random contact data that occurs nowhere else, so that finding a value in an answer is a leak. */
export interface HiddenMaestro {
  id: string
  alcaldia: string
  oficio: string
  /** For people with a recorded access. */
  contact: Contact
  /** For the maestro alone. */
  own: { curp: string; domicilio: string }
}

export const CONTACT_COLUMNS = [
  'apellido',
  'telefono',
  'referencia1_numero_referencia',
  'referencia2_numero_referencia',
] as const
type Contact = Record<(typeof CONTACT_COLUMNS)[number], string>

export const ALCALDIAS = ['Coyoacán', 'Tlalpan'] as const
export const OFICIOS = ['Plomería', 'Pintura'] as const

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const word = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const phone = () => `55${String(randomInt(0, 100_000_000)).padStart(8, '0')}`

export async function makeHiddenMaestros(app: TestApp, count: number): Promise<HiddenMaestro[]> {
  const maestros = Array.from({ length: count }, (_, nth) => ({
    id: randomUUID(),
    alcaldia: ALCALDIAS[nth % 2] ?? ALCALDIAS[0],
    oficio: OFICIOS[Math.floor(nth / 2) % 2] ?? OFICIOS[0],
    contact: {
      apellido: `Oculto${word(9)}`,
      telefono: phone(),
      referencia1_numero_referencia: phone(),
      referencia2_numero_referencia: phone(),
    },
    own: { curp: `SECR800101MDF${word(3).toUpperCase()}0${nth % 10}`, domicilio: `Calle Oculta ${word(12)}` },
  }))
  await app.sql.begin(async (tx) => {
    const into = <T>(table: string, row: (maestro: HiddenMaestro) => T | T[]) =>
      insertRows(
        tx,
        table,
        maestros.flatMap((maestro) => row(maestro) as object | object[]),
      )
    await into('auth.users', ({ id, contact: { apellido } }) => ({
      id,
      email: `${id}@example.com`,
      encrypted_password: 'x',
      email_confirmed_at: new Date(),
      raw_user_meta_data: { role: 'maestro', nombre: 'Luis', apellido },
      raw_app_meta_data: {},
      created_at: new Date(),
      updated_at: new Date(),
    }))
    await into('storage.objects', ({ id }) => {
      const { foto, ine } = documentNames(id, '1.webp')
      const object = { id: randomUUID(), bucket_id: 'chat-media', owner: id, mimetype: 'image/webp', size: 1 }
      const unused = { etag: 'x', unused_since: new Date(), created_at: new Date(), updated_at: new Date() }
      return [
        { ...object, ...unused, name: foto },
        { ...object, ...unused, id: randomUUID(), name: ine },
      ]
    })
    await into('public.maestros', rowOf)
    await into('public.maestro_oficios', ({ id, oficio }) => ({ maestro_id: id, oficio }))
    await into('public.maestro_alcaldias', ({ id, alcaldia }) => ({ maestro_id: id, alcaldia }))
  })
  return maestros
}

function rowOf({ id, alcaldia, contact, own }: HiddenMaestro) {
  const { foto, ine } = documentNames(id, '1.webp')
  return {
    id,
    nombre: 'Luis',
    ...contact,
    ...own,
    alcaldia,
    descripcion: 'Trabajo con cuidado y con garantía en toda la ciudad, y dejo todo limpio al terminar.',
    foto_perfil_url: addressOf(foto),
    ine_url: addressOf(ine),
    referencia1_nombre_cliente: 'Rosa',
    referencia1_descripcion_trabajo: 'Cambio de tinaco',
    referencia2_nombre_cliente: 'Jorge',
    referencia2_descripcion_trabajo: 'Reparación de fuga',
    terminos_aceptados: true,
    creado_en: new Date(),
    activo_en: new Date().toISOString().slice(0, 10),
    ine_verificado: false,
    curp_verificado: false,
    domicilio_verificado: false,
  }
}

/** A value of the same form that no maestro has. */
export const invented = (value: string) =>
  /^\d/.test(value) ? `99${value.slice(2)}` : `Nadie${value.slice(6)}`

/** A seeker gets a chat, a view and a review with each of these maestros. */
export async function meet(app: TestApp, buscador: string, maestros: readonly HiddenMaestro[]) {
  const ids = maestros.map(({ id }) => id)
  await app.sql`
    insert into public.chats (buscador_id, maestro_id, contexto)
    select ${buscador}, id, '{"alcaldia": "Coyoacán", "servicio": "Plomería"}' from unnest(${ids}::uuid[]) id`
  await app.sql`
    insert into public.vistas_perfil (buscador_id, maestro_id) select ${buscador}, unnest(${ids}::uuid[])`
  await app.sql`
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
    select ${buscador}, id, 5, 'Muy buen trabajo, gracias', true from unnest(${ids}::uuid[]) id`
}

/** Identifiers and times hold so many digits that, joined, some form a phone by chance. */
const IDENTIFIERS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const TIMES = /\d{4}-\d\d-\d\dT[\d:.]+/g
/** Spaces and signs between the digits of a phone, also those of JSON. */
const SEPARATORS = /[^\p{L}\d_]/gu

/** Finds the hidden values in texts. Phones are found with separators between their digits too. */
export function hiddenValues(maestros: readonly HiddenMaestro[]) {
  const owners = new Map<string, { id: string; contact: boolean }>()
  for (const { id, contact, own } of maestros) {
    for (const value of Object.values(contact)) owners.set(value, { id, contact: true })
    for (const value of Object.values(own)) owners.set(value, { id, contact: false })
  }
  const WORDS = /Oculto[a-z]{9}|SECR\w{14}|Calle Oculta [a-z]{12}/g
  return (text: string) => {
    const found = new Set<string>(text.match(WORDS) ?? [])
    const joined = text.replace(IDENTIFIERS, '_').replace(TIMES, '_').replace(SEPARATORS, '')
    for (const [digits] of joined.matchAll(/\d{10,}/g)) {
      for (let at = 0; at + 10 <= digits.length; at++) found.add(digits.slice(at, at + 10))
    }
    return [...found].flatMap((value) => {
      const owner = owners.get(value)
      return owner ? [{ value, ...owner }] : []
    })
  }
}
