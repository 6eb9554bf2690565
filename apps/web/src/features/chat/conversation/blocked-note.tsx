import { seguridad } from '@maestros/dominio/seguridad/textos'
import { useQuery } from '@tanstack/react-query'
import { ownBlockQuery, useChangeBlock } from '#entities/person/own-block.ts'
import { Button } from '#ui/elements/button.tsx'
import type { Chat } from '../api/chat.ts'

const { conversacion: textos } = seguridad

type Props = { userId: string; otro: Chat['otro'] }

/**
 * Replaces the composer. The person who blocked can unblock here; the other person sees only that writing is not possible.
 */
export function BlockedNote({ userId, otro }: Props) {
  const { data: own, failureCount } = useQuery(ownBlockQuery(userId, otro.id))
  const { changing, change } = useChangeBlock({ userId, persona: otro })
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-border bg-card px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      {/* The sentence for the other person is true for both. */}
      {(own !== undefined || failureCount > 0) && (
        <p role="status" className="text-center text-pretty text-muted-foreground">
          {own ? textos.propio : textos.ajeno}
        </p>
      )}
      {own && (
        <Button
          variant="outline"
          className="screen-only"
          aria-busy={changing}
          onClick={() => {
            if (!changing) change(false)
          }}
        >
          {changing ? textos.desbloqueando : textos.desbloquear}
        </Button>
      )}
    </div>
  )
}
