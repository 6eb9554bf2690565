import { getChats } from '@maestros/contrato/chat/get-chats'
import { defineFunction } from '../../../src/protocol/functions/define.ts'

const chat = {
  ...{ id: 'x', buscador_id: 'x', maestro_id: 'x', contexto: {}, last_message: null, unread_count: 1 },
  ultimo_mensaje_en: '',
  cerrado_en: null,
  maestros: { nombre: 'Luis', apellido: 'Z', foto_perfil_url: null, telefono: '5512345678' },
}

export default defineFunction(getChats, {
  summary: 'A handler whose answer has a phone that the contract does not have, deep inside.',
  // error: TS2322 is not assignable to type 'never'
  handle: async () => ({ success: true, chats: [chat], cursor: null }),
})
