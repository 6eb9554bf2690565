import { moderar } from '../../../src/seguridad/moderacion/moderar.ts'

/** How the sets of this folder are tried: the messages of one person in a chat, in order, before the contact is unlocked. */

/** Of the ten digits of a phone number at most this many may be delivered, over all messages. */
const MAX_DELIVERED = 7
/** How many earlier messages the server passes (apps/server/src/subjects/chat/moderation.ts). */
const EARLIER = 20

/** For each text whether it is blocked when one person writes them one after the other. */
function blocks(texts: readonly string[]): boolean[] {
  const delivered: string[] = []
  return texts.map((text) => {
    const blocked = moderar(text, { contactoAbierto: false, anteriores: delivered.slice(-EARLIER) }) !== null
    if (!blocked) delivered.push(text)
    return blocked
  })
}

export const blockedOf = (texts: readonly string[]): string[] => {
  const blocked = blocks(texts)
  return texts.filter((_, i) => blocked[i])
}

export const messagesOf = (conversation: string): string[] => conversation.split(' ⏎ ')

/**
 * Whether an attempt fails: its message is blocked, or of a number in several messages too little is delivered. A card number
 * is worth nothing without its last part.
 */
export function isHeldBack(kind: string, attempt: string): boolean {
  const messages = messagesOf(attempt).map((message) => {
    const [text = '', digits = text.replace(/[^0-9]/g, '')] = message.split(/ «|»/)
    return { text, digits }
  })
  const blocked = blocks(messages.map(({ text }) => text))
  if (messages.length === 1) return blocked.includes(true)
  if (kind.startsWith('tarjeta')) return blocked.includes(true)
  const delivered = messages.filter((_, i) => !blocked[i]).map(({ digits }) => digits)
  return delivered.join('').length <= MAX_DELIVERED
}
