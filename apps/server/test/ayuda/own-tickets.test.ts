import { misSolicitudes } from '@maestros/contrato/ayuda/mis-solicitudes'
import { SOLICITUDES_MAX } from '@maestros/dominio/limites'
import { describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makeBuscador, type TestPerson } from '../setup/rows/maestros.ts'
import { makeOperator, operate } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { ticketOf } from '../setup/rows/tickets-and-reports.ts'

const app = appForTests()

const own = async ({ client }: TestPerson) =>
  misSolicitudes.output.parse((await call(client, 'mis-solicitudes')).data)
const upload = async ({ client }: TestPerson, name: string) => {
  const { data, error } = await client.storage.from('support-tickets').upload(name, blob(await jpeg()))
  if (error) throw error
  return data.path
}

describe('the own tickets', () => {
  test('have state, pictures that open, and the answers of operators, and are of the caller only', async () => {
    const [person, other] = [await makeBuscador(app), await makeBuscador(app)]
    const olga = await makeOperator(app)
    await upload(person, 'uno.jpg')
    await upload(person, 'dos.jpg')
    await ticketOf(other, { mensaje: 'El mensaje de otra persona' })
    expect(await own(person)).toEqual({ solicitudes: [], total: 0 })
    const id = await ticketOf(person, { imagenes_url: ['dos.jpg', 'uno.jpg'] })
    await ticketOf(person, { mensaje: 'Un segundo mensaje' })
    const answer = (...text: string[]) =>
      operate(app, 'tickets', 'answer', id, '--as', olga.email, '--text', ...text)
    await answer('Ya lo revisamos.\nGracias')
    await answer('Quedó listo.', '--state', 'resuelto')
    const { solicitudes, total } = await own(person)
    expect(total).toBe(2)
    expect(solicitudes).toMatchObject([
      { mensaje: 'Un segundo mensaje', estado: 'abierto', imagenes: [], respuestas: [] },
      {
        id,
        mensaje: 'No puedo entrar al chat',
        estado: 'resuelto',
        respuestas: [{ texto: 'Ya lo revisamos.\nGracias' }, { texto: 'Quedó listo.' }],
      },
    ])
    const pictures = solicitudes[1]?.imagenes ?? []
    expect(pictures.map(({ url }) => /(\w+)\.jpg/.exec(url)?.[1])).toEqual(['dos', 'uno'])
    for (const address of pictures.flatMap(({ url, miniatura }) => [url, miniatura])) {
      const answer = await fetch(`${app.url}${address}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    }
    expect((await call(other.client, 'mis-solicitudes')).text).not.toContain(id)
    // A picture that its owner removed is left out.
    await person.client.storage.from('support-tickets').remove([`${person.id}/dos.jpg`])
    expect((await own(person)).solicitudes[1]?.imagenes).toHaveLength(1)
  })

  test('show no picture of another person, whatever a row names', async () => {
    const [person, other] = [await makeBuscador(app), await makeBuscador(app)]
    const theirs = await upload(other, `${other.id}/suya.jpg`)
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url)
      values (${person.id}, 'Ana', 'ana@example.com', 'Necesito ayuda', ${[theirs]})`
    expect((await own(person)).solicitudes).toMatchObject([{ imagenes: [] }])
  })

  test('are the newest ones, with the number of all', async () => {
    const person = await makeBuscador(app)
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, creado_en)
      select ${person.id}, 'Ana', 'ana@example.com', 'El mensaje ' || n, now() - make_interval(mins => n)
      from generate_series(1, ${SOLICITUDES_MAX + 3}::int) n`
    const { solicitudes, total } = await own(person)
    expect(total).toBe(SOLICITUDES_MAX + 3)
    expect(solicitudes.map(({ mensaje }) => mensaje)).toEqual(
      Array.from({ length: SOLICITUDES_MAX }, (_, index) => `El mensaje ${index + 1}`),
    )
  })
})
