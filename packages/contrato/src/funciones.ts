import { chatInitiate } from './funciones/chat-initiate.ts'
import { getChats } from './funciones/get-chats.ts'
import { getMaestroChats } from './funciones/get-maestro-chats.ts'
import { getMessages } from './funciones/get-messages.ts'
import { maestroProfile } from './funciones/maestro-profile.ts'
import { maestros } from './funciones/maestros.ts'
import { sendMessage } from './funciones/send-message.ts'
import { trackProfileView } from './funciones/track-profile-view.ts'

/** Every server function, by what crosses the wire; one file each in funciones/. */
export const FUNCIONES = {
  maestros,
  maestroProfile,
  trackProfileView,
  chatInitiate,
  getChats,
  getMaestroChats,
  getMessages,
  sendMessage,
} as const
