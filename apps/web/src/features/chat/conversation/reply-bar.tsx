import { chat as textos } from '@maestros/dominio/chat/textos'
import { X } from 'lucide-react'
import { Button } from '#ui/elements/button.tsx'
import { useOriginal } from '../api/original.ts'
import { excerptOf } from '../messages/quote.tsx'
import type { OpenChat } from '../open-chat.ts'

const { redactar } = textos

type Props = { chat: OpenChat; id: string; onCancel: () => void }

/** Above the composer while a message is being answered. */
export function ReplyBar({ chat, id, onCancel }: Props) {
  const original = useOriginal(chat.chatId, id)
  const own = original?.autor_id === chat.userId
  return (
    <div className="border-t border-border bg-card">
      <div className="mx-auto flex max-w-reading items-center gap-2 px-3 pt-2">
        <div className="min-w-0 flex-1 rounded-control border-l-4 border-primary bg-muted px-3 py-1.5 text-sm">
          {original && (
            <p className="truncate font-medium text-primary">
              {own ? redactar.respondiendoPropio : redactar.respondiendo(chat.nombre)}
            </p>
          )}
          <p className="truncate text-muted-foreground">{excerptOf(original)}</p>
        </div>
        <Button variant="ghost" size="icon" aria-label={redactar.noResponder} onClick={onCancel}>
          <X aria-hidden />
        </Button>
      </div>
    </div>
  )
}
