import { notaDeContacto } from '@maestros/dominio/contacto/contacto'
import type { JSONValue, TransactionSql } from 'postgres'
import type { Chat } from './chats.ts'
import type { Access, Contacts } from './contacts.ts'
import type { Maestro, Person } from './people.ts'
import { addressOf, ineName, photoName } from './pictures.ts'
import { idFor } from './random.ts'

/**
 * Writes the demo into the tables. Derived data (levels, averages, counters, the directory) is left to the
 * database.
 */

const DAY = 86_400_000

/** Many rows in one statement and one parameter; PostgreSQL converts each field to its column's type. */
export async function insertRows(tx: TransactionSql, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  // After JSON and back, dates are text.
  const plain: JSONValue = JSON.parse(JSON.stringify(rows))
  await tx`
    insert into ${tx(table)} (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(plain)})`
}

export async function writeAccounts(
  tx: TransactionSql,
  given: { buscadores: Person[]; maestros: Person[]; passwordOf: (person: Person) => string; today: Date },
): Promise<void> {
  const account = (role: 'buscador' | 'maestro') => (person: Person) => {
    const signedUp = new Date(given.today.getTime() - person.joined * DAY)
    return {
      id: person.id,
      email: person.email,
      encrypted_password: given.passwordOf(person),
      email_confirmed_at: signedUp,
      created_at: signedUp,
      updated_at: signedUp,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        nombre: person.nombre,
        apellido: person.apellido,
        display_name: `${person.nombre} ${person.apellido}`,
        role,
        terminos_aceptados: true,
        fecha_aceptacion: signedUp,
      },
    }
  }
  await insertRows(tx, 'auth.users', [
    ...given.buscadores.map(account('buscador')),
    ...given.maestros.map(account('maestro')),
  ])
}

export async function writeMaestros(tx: TransactionSql, maestros: Maestro[], today: Date): Promise<void> {
  const ago = (days: number) => new Date(today.getTime() - days * DAY).toISOString()
  const columns = (maestro: Maestro) => ({
    id: maestro.id,
    nombre: maestro.nombre,
    apellido: maestro.apellido,
    telefono: maestro.telefono,
    alcaldia: maestro.alcaldias[0],
    descripcion: maestro.descripcion,
    foto_perfil_url: addressOf(photoName(maestro)),
    ine_url: addressOf(ineName(maestro)),
    curp: maestro.curp,
    domicilio: maestro.domicilio,
    referencia1_nombre_cliente: maestro.referencias[0].cliente,
    referencia1_descripcion_trabajo: maestro.referencias[0].trabajo,
    referencia1_numero_referencia: maestro.referencias[0].numero,
    referencia2_nombre_cliente: maestro.referencias[1].cliente,
    referencia2_descripcion_trabajo: maestro.referencias[1].trabajo,
    referencia2_numero_referencia: maestro.referencias[1].numero,
    terminos_aceptados: true,
    fecha_aceptacion: ago(maestro.joined),
    ine_verificado: maestro.verified.ine,
    curp_verificado: maestro.verified.curp,
    domicilio_verificado: maestro.verified.domicilio,
    activo_en: ago(maestro.lastActive).slice(0, 10),
    creado_en: ago(maestro.joined),
  })
  await insertRows(tx, 'public.maestros', maestros.map(columns))
}

export async function writeChoices(tx: TransactionSql, maestros: Maestro[]): Promise<void> {
  const oficios = maestros.flatMap(({ id, oficios }) => oficios.map((oficio) => ({ maestro_id: id, oficio })))
  const alcaldias = maestros.flatMap(({ id, alcaldias }) =>
    alcaldias.map((alcaldia) => ({ maestro_id: id, alcaldia })),
  )
  await insertRows(tx, 'public.maestro_oficios', oficios)
  await insertRows(tx, 'public.maestro_alcaldias', alcaldias)
}

export async function writeContacts(tx: TransactionSql, contacts: Contacts): Promise<void> {
  await writeChats(tx, contacts.chats, contacts.accesses)
  await insertRows(
    tx,
    'public.accesos_contacto',
    contacts.accesses.map(({ buscador, maestro, motivo, creadoEn }) => ({
      buscador_id: buscador.id,
      maestro_id: maestro.id,
      motivo,
      creado_en: creadoEn,
    })),
  )
  await insertRows(
    tx,
    'public.resenas',
    contacts.reviews.map((review) => ({
      id: review.id,
      buscador_id: review.buscador.id,
      maestro_id: review.maestro.id,
      puntuacion: review.puntuacion,
      comentario: review.comentario,
      trabajo_realizado: review.trabajoRealizado,
      creado_en: review.creadoEn,
      respuesta: review.respuesta,
      respondido_en: review.respondidoEn,
    })),
  )
  await insertRows(
    tx,
    'public.vistas_perfil',
    contacts.views.map(({ buscador, maestro, dia, creadoEn }) => ({
      maestro_id: maestro.id,
      buscador_id: buscador.id,
      dia,
      creado_en: creadoEn,
    })),
  )
}

const pairOf = ({ buscador, maestro }: Pick<Chat, 'buscador' | 'maestro'>) => `${buscador.id} ${maestro.id}`

async function writeChats(tx: TransactionSql, chats: Chat[], accesses: Access[]): Promise<void> {
  const accessOf = new Map(accesses.map((access) => [pairOf(access), access]))
  const idOf = (chat: Chat) => idFor(`chat:${chat.buscador.id}:${chat.maestro.id}`)
  await insertRows(
    tx,
    'public.chats',
    chats.map((chat) => ({
      id: idOf(chat),
      buscador_id: chat.buscador.id,
      maestro_id: chat.maestro.id,
      contexto: chat.contexto,
      creado_en: chat.start,
      ultimo_mensaje_en: chat.start,
      no_leidos_buscador: 0,
      no_leidos_maestro: 0,
    })),
  )
  const messages = chats.map((chat) => {
    let moment = chat.start.getTime()
    const access = accessOf.get(pairOf(chat))
    return chat.lines.flatMap(({ autor, texto, pause }, at) => {
      moment += pause * 60_000
      const line = {
        id: idFor(`message:${idOf(chat)}:${at}`),
        chat_id: idOf(chat),
        autor_id: chat[autor].id,
        tipo: 'texto',
        contenido: texto,
        creado_en: new Date(moment),
        bloqueado: false,
        unread: at >= chat.lines.length - chat.unread,
      }
      if (!access || at > 0) return [line]
      // The contact was requested after the first line.
      const notice = {
        ...line,
        id: idFor(`notice:${idOf(chat)}`),
        tipo: 'contacto',
        contenido: notaDeContacto(access.motivo, null),
        creado_en: access.creadoEn,
      }
      return [line, notice]
    })
  })
  const rows = (unread: boolean) =>
    messages.flat().flatMap(({ unread: fresh, ...row }) => (fresh === unread ? [row] : []))
  await insertRows(tx, 'public.mensajes', rows(false))
  // Earlier messages were read by both people; later ones were not.
  await tx`
    update public.chats set
      no_leidos_buscador = 0, leido_buscador_en = ultimo_mensaje_en,
      no_leidos_maestro = 0, leido_maestro_en = ultimo_mensaje_en
    where id in (select jsonb_array_elements_text(${tx.json(chats.map(idOf))})::uuid)`
  await insertRows(tx, 'public.mensajes', rows(true))
}

/** Like Promise.all, but waits for all promises before it throws, so that nothing is still writing then. */
export async function allSettled<T extends readonly unknown[]>(work: { [K in keyof T]: Promise<T[K]> }) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
