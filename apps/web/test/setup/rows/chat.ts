import type { ChatDeBuscador } from '@maestros/contrato/chat/get-chats'
import { CHAT } from '../people.ts'
import type { Row } from '../screen/answers.ts'
import { BUSCADOR, MAESTRO } from './people.ts'

export const chatEnLista = (changes: Partial<ChatDeBuscador> = {}): ChatDeBuscador => ({
  id: CHAT,
  buscador_id: BUSCADOR.id,
  maestro_id: MAESTRO,
  contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
  last_message: {
    creado_en: '2026-03-05T18:00:00Z',
    tipo: 'texto',
    contenido: 'Buenas tardes',
    propio: false,
  },
  unread_count: 0,
  ultimo_mensaje_en: '2026-03-05T18:00:00Z',
  cerrado_en: null,
  maestros: { nombre: 'Luis', apellido: 'P', foto_perfil_url: null },
  ...changes,
})

/** A chat as its two people read it, with the names of both. */
export const chat = (changes: Partial<Row<'chats'>> = {}) => ({
  id: CHAT,
  buscador_id: BUSCADOR.id,
  maestro_id: MAESTRO,
  contexto: { alcaldia: 'Tlalpan', servicio: 'Plomería' },
  leido_buscador_hasta: 0,
  leido_maestro_hasta: 0,
  cerrado_en: null,
  pausado_en: null,
  bloqueado_en: null,
  maestros: { nombre: 'Julia', apellido: 'M', foto_perfil_url: null, en_pausa_hasta: null },
  profiles: { display_name: 'Ana R' },
  ...changes,
})
