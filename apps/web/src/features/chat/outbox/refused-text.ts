import { chat as textos } from '@maestros/dominio/chat/textos'
import * as z from 'zod/mini'
import { toast } from '#ui/toasts/toast.ts'
import { followShared, isTyping, restoreToDraft, restoreToSharedDraft } from '../drafts.ts'

/** A text that the server has refused. */
const Refused = z.object({
  userId: z.string(),
  chatId: z.string(),
  contenido: z.string(),
  respuestaA: z.optional(z.string()),
  /** Why it was refused. */
  description: z.string(),
})
type Refused = z.infer<typeof Refused>

const channel = new BroadcastChannel('maestros-rechazados')

/** Puts a refused text back into the field. `own`: it was written in this tab. */
export function returnText(refused: Refused, own: boolean) {
  if (own) restoreToDraft(refused)
  else restoreToSharedDraft(refused)
  showRefusal(refused)
  if (!own) channel.postMessage(refused)
}

// A tab in which somebody types ignores the draft that another tab has stored, and writes over it.
channel.onmessage = ({ data }) => {
  const refused = Refused.safeParse(data)
  if (!refused.success) return
  const { userId, chatId } = refused.data
  if (!isTyping(userId, chatId)) return followShared(userId, chatId)
  restoreToDraft(refused.data)
  showRefusal(refused.data)
}

/** One toast for several messages. */
const showRefusal = ({ description }: Refused) =>
  toast.error(textos.error.titulo, { id: 'mensaje-rechazado', description })
