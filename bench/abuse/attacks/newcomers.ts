import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { loops, send } from '../send.ts'

/** New accounts of one address that unlock phones, begin chats, review one maestro and report another, as fast as they can. */

const CONNECTIONS = 16
const MAESTROS = 100
const CONTEXTO = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
const COMMENT = 'Llegó a tiempo y dejó todo limpio.'

const newAccounts: Attack = {
  name: 'new accounts for phones and reviews',
  setUp: async (sql, pairs) => {
    const [reviewed, reported] = pairs.map(({ maestro }) => maestro.id)
    const seekers = pairs.map(({ seeker }) => seeker.id)
    // All have unlocked the contact of the reviewed maestro, and both have written.
    await sql`
      insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
      select unnest(${seekers}::uuid[]), ${reviewed ?? ''}, 'urgencia'`
    await sql`
      insert into public.chats (buscador_id, maestro_id) select unnest(${seekers}::uuid[]), ${reviewed ?? ''}
      on conflict do nothing`
    await sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      select c.id, a, 'texto', 'Buenas tardes' from public.chats c, unnest(array[c.buscador_id, c.maestro_id]) a
      where c.maestro_id = ${reviewed ?? ''} and c.buscador_id = any (${seekers}::uuid[])`
    const others = await sql<{ id: string }[]>`
      select m.id from public.maestros m where m.perfil_completo
        and not exists (select from public.chats c where c.maestro_id = m.id) order by m.id limit ${MAESTROS}`
    return {
      maestros: others.map(({ id }) => id).join(),
      reviewed: reviewed ?? '',
      reported: reported ?? '',
      since: String(Date.now()),
    }
  },
  run: (target) => {
    const { maestros = '', reviewed, reported } = target.data
    const ids = maestros.split(',')
    let made = 0
    return loops(target, CONNECTIONS, () => {
      const n = made++
      const token = target.pairs[n % target.pairs.length]?.seeker.token
      const round = Math.floor(n / target.pairs.length)
      const maestro_id = ids[Math.floor(round / 4) % ids.length]
      const acts = [
        ['track-contact-access', { maestro_id, motivo: 'urgencia', contexto: CONTEXTO }],
        [
          'chat-initiate',
          {
            maestro_id: ids[(Math.floor(round / 4) + ids.length / 2) % ids.length],
            alcaldia_seleccionada: CONTEXTO.alcaldia,
            oficio_seleccionado: CONTEXTO.servicio,
            contexto: CONTEXTO,
          },
        ],
        [
          'guardar-resena',
          { maestro_id: reviewed, puntuacion: 5, comentario: COMMENT, trabajo_realizado: true },
        ],
        ['reportar', { client_id: randomUUID(), persona_id: reported, motivo: 'acoso', bloquear: false }],
      ] as const
      const [name, body] = acts[round % acts.length] ?? acts[0]
      return send(
        target,
        {
          method: 'POST',
          path: `/functions/v1/${name}`,
          ...(token && { token }),
          body: JSON.stringify(body),
        },
        CONNECTIONS,
      )
    })
  },
  gained: async (sql, pairs, { since, reviewed }) => {
    const seekers = pairs.map(({ seeker }) => seeker.id)
    const [row] = await sql<Record<string, number>[]>`
      with desde as (select to_timestamp(${Number(since)}::float8 / 1000) as en)
      select
        (select count(*)::int from public.accesos_contacto, desde where buscador_id = any (${seekers}::uuid[]) and creado_en > en)
          as phones,
        (select count(*)::int from public.chats c, desde where c.buscador_id = any (${seekers}::uuid[]) and creado_en > en
          and not interno.lo_inicio_un_contacto(c)) as chats,
        (select count(*)::int from public.resenas where maestro_id = ${reviewed ?? ''} and buscador_id = any (${seekers}::uuid[]))
          as reviews,
        (select count(*)::int from public.resenas where maestro_id = ${reviewed ?? ''} and buscador_id = any (${seekers}::uuid[])
          and contada) as "counted reviews",
        (select count(*)::int from interno.reportes where reportante_id = any (${seekers}::uuid[])) as reports,
        (select count(distinct avisado_en)::int from interno.reportes where reportante_id = any (${seekers}::uuid[]))
          as "e-mails to operators"`
    return row ?? {}
  },
}

export const newcomerAttacks = [newAccounts]
