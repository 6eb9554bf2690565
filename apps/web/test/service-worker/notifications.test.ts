import { beforeEach, expect, test } from 'vitest'

const shown: { title: string; options: Record<string, unknown> }[] = []
beforeEach(() => {
  shown.length = 0
})
const showNotification = async (title: string, options: Record<string, unknown>) => {
  shown.push({ title, options })
}
Object.assign(globalThis, { self: { registration: { showNotification } } })
const { show } = await import('../../src/service-worker/notifications.ts')

const AVISO = { titulo: 'Ramón Á.', cuerpo: 'Te escribió un mensaje.', grupo: 'chat:1', ruta: '/chats/1' }
const push = (value: object) => show({ text: () => JSON.stringify(value) })

test('a notification has the time of its message, which may be long ago', async () => {
  await push({ ...AVISO, en: 1_790_000_000_000 })
  expect(shown).toMatchObject([{ title: 'Ramón Á.', options: { timestamp: 1_790_000_000_000 } }])
})
