import { beforeEach, describe, expect, test } from 'vitest'
import { type ChatList, prefetchChats } from '#features/chat/api/get-chats.ts'
import { chatsKey } from '#features/chat/api/keys.ts'
import { showUnread } from '#features/chat/api/live-chats.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { OTHER, signedIn, signedOut, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()

const idOf = (number: number) => `00000000-0000-4000-8000-0000000000${number}`

const chat = (number: number, unread_count = 0) => ({
  id: idOf(number),
  buscador_id: USER,
  maestro_id: OTHER,
  contexto: { alcaldia: 'Tlalpan', servicio: 'Plomería' },
  last_message: { creado_en: '2026-03-05T18:00:00Z', tipo: 'texto', contenido: 'hola' },
  unread_count,
  ultimo_mensaje_en: `2026-03-05T18:00:${number}Z`,
  maestros: { nombre: 'Julia María', apellido: 'M', foto_perfil_url: null },
})

const list = () => queryClient.getQueryData<ChatList>(chatsKey('buscador'))
const ids = () => list()?.chats.map(({ id }) => id)

async function load() {
  await queryClient.invalidateQueries({ queryKey: chatsKey('buscador') })
  prefetchChats('buscador')
  await expect.poll(() => queryClient.isFetching(), { timeout: 30_000 }).toBe(0)
}

beforeEach(() => {
  queryClient.clear()
  calls.length = 0
  signedIn()
  answers['get-chats'] = () => ({ json: { success: true, chats: [chat(30), chat(20)], cursor: 'next' } })
})

describe('the list of chats', () => {
  test('is read as rows that both sides show in the same way', async () => {
    await load()
    expect(list()?.chats[0]).toEqual({
      id: idOf(30),
      nombre: 'Julia M.',
      iniciales: 'JM',
      foto: null,
      lugar: 'Plomería • Tlalpan',
      vistaPrevia: 'hola',
      propio: false,
      creadoEn: '2026-03-05T18:00:00Z',
      sinLeer: 0,
      orden: '2026-03-05T18:00:30Z',
    })
  })

  test('says which last messages the reader wrote, but not of contact requests', async () => {
    const last = (number: number, tipo: string, propio: boolean) => ({
      ...chat(number),
      last_message: { creado_en: '2026-03-05T18:00:00Z', tipo, contenido: 'hola', propio },
    })
    const chats = [last(30, 'texto', true), last(29, 'imagen', true), last(28, 'contacto', true)]
    answers['get-chats'] = () => ({ json: { success: true, chats: [...chats, last(27, 'texto', false)] } })
    await load()
    expect(list()?.chats.map(({ propio }) => propio)).toEqual([true, true, false, false])
  })

  test('accepts a plain array, which is then the whole list', async () => {
    answers['get-chats'] = () => ({ json: [chat(30)] })
    await load()
    expect(list()).toMatchObject({ chats: [{ id: idOf(30) }], cursor: null })
  })

  test('keeps the later pages when its first page is read again and a chat has moved to the top', async () => {
    await load()
    const known = list()
    if (!known) throw new Error('The list was not loaded.')
    const later = { ...known.chats[1], id: idOf(10), orden: '2026-03-05T18:00:10Z' } as ChatList['chats'][0]
    queryClient.setQueryData(chatsKey('buscador'), { chats: [...known.chats, later], cursor: 'last' })
    answers['get-chats'] = () => ({
      json: { success: true, chats: [chat(40), chat(30), chat(20)], cursor: 'x' },
    })
    await load()
    expect(ids()).toEqual([40, 30, 20, 10].map(idOf))
    expect(list()?.cursor).toBe('last')
  })

  test('is not loaded before it is known who is signed in, nor for the other role', async () => {
    signedOut()
    prefetchChats('buscador')
    signedIn()
    prefetchChats('maestro')
    await expect.poll(() => queryClient.isFetching(), { timeout: 30_000 }).toBe(0)
    expect(calls).toEqual([])
  })

  test('keeps what it has, without a call, while the person is signing out', async () => {
    await load()
    signedIn(USER, true)
    calls.length = 0
    await load()
    expect(calls).toEqual([])
    expect(ids()).toEqual([30, 20].map(idOf))
  })

  test('shows a live unread count at its row, and stays the same object when nothing changes', async () => {
    await load()
    showUnread('buscador', idOf(20), 3)
    expect(list()?.chats.map(({ sinLeer }) => sinLeer)).toEqual([0, 3])
    const before = list()
    showUnread('buscador', idOf(20), 3)
    showUnread('buscador', idOf(99), 1)
    expect(list()).toBe(before)
  })
})
