import { acceso } from '@maestros/dominio/textos/acceso'
import { useSession } from '#lib/session.ts'
import { AccessNotice } from './access-notice.tsx'

const { terminada } = acceso

/** Shown to a person whose session was ended by the server. */
export function EndedNotice() {
  const session = useSession()
  if (session.status !== 'anonymous' || !session.ended) return null
  return <AccessNotice title={terminada.titulo}>{terminada.texto}</AccessNotice>
}
