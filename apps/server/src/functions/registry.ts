import { chatInitiate } from './chat-initiate.ts'
import type { FunctionDefinition } from './definition.ts'
import { getChats } from './get-chats.ts'
import { getMaestroChats } from './get-maestro-chats.ts'
import { getMessages } from './get-messages.ts'
import { maestroProfile } from './maestro-profile.ts'
import { maestros } from './maestros.ts'
import { sendMessage } from './send-message.ts'
import { trackProfileView } from './track-profile-view.ts'

/** Every function there is: the plugin mounts these, and the access matrix asks each of them. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  maestros,
  maestroProfile,
  trackProfileView,
  chatInitiate,
  getChats,
  getMaestroChats,
  getMessages,
  sendMessage,
]
