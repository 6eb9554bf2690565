import { createContext } from 'react'

/** What parts of a message need to know about the conversation that is open. */
export type OpenChat = {
  chatId: string
  userId: string
  /** The first name of the other person. */
  nombre: string
  /** Whether this person can send messages. */
  writable: boolean
  buscadorId: string
  maestroId: string
}

export const OpenChatContext = createContext<OpenChat | null>(null)
