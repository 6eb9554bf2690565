import { misDatos } from '@maestros/dominio/textos/mis-datos'
import { useSession } from '#lib/session.ts'

const { cerrada } = misDatos

/** Shown to a person who has just closed the account. */
export function ClosedNotice() {
  const session = useSession()
  if (session.status !== 'anonymous' || !session.closed) return null
  return (
    <div role="status" className="mt-6 rounded-card border border-border bg-muted p-4">
      <p className="font-semibold">{cerrada.titulo}</p>
      <p className="mt-1 text-pretty">{cerrada.texto(session.closed.until)}</p>
    </div>
  )
}
