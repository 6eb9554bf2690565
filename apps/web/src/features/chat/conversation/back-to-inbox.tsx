import type { Lado } from '@maestros/dominio/chat/lado'
import type { ComponentProps } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

const INBOX: Record<Lado, string> = { buscador: '/chats', maestro: '/chat-maestro' }

/** The navigation state of a conversation that was opened in the inbox, which is then the entry before it. */
export const FROM_INBOX = { from: 'inbox' } as const
const State = z.object({ from: z.literal(FROM_INBOX.from) })

type Props = Omit<ComponentProps<typeof Link>, 'to' | 'replace'> & { side: Lado }

/**
 * Leads to the inbox. When the person came from there this is the browser's back, so that the inbox is where it was
 * scrolled to; otherwise the inbox takes the place of the conversation. Both ways a back after it does not return here.
 */
export function BackToInbox({ side, ...props }: Props) {
  const navigate = useNavigate()
  const cameFromInbox = State.safeParse(useLocation().state).success
  return (
    <Link
      {...props}
      to={INBOX[side]}
      replace
      onClick={(event) => {
        const newTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        if (!cameFromInbox || newTab) return
        event.preventDefault()
        void navigate(-1)
      }}
    />
  )
}
