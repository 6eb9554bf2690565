import { expect, test } from 'vitest'
import { chatQuery, noteReadByOther } from '#features/chat/api/chat.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { CHAT, OTHER, USER } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'

const { answers } = startTestServer()
const key = { chatId: CHAT, side: 'buscador', userId: USER } as const

const row = {
  ...{ id: CHAT, buscador_id: USER, maestro_id: OTHER, contexto: {}, leido_maestro_hasta: 1 },
  maestros: { nombre: 'Ana', apellido: 'S.', foto_perfil_url: null },
}

test('a late answer does not take back what a live event has said was read', async () => {
  const late = Promise.withResolvers<void>()
  answers.chats = () => ({ json: [row] })
  await queryClient.fetchQuery(chatQuery(key))
  answers.chats = () => late.promise.then(() => ({ json: [row] }))
  const reading = queryClient.fetchQuery({ ...chatQuery(key), staleTime: 0 })
  noteReadByOther(key, 4)
  late.resolve()
  expect((await reading)?.leidoPorOtroHasta).toBe(4)
})
