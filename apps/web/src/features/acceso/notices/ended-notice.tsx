import { LOGIN, type Role } from '@maestros/dominio/acceso/roles'
import { acceso } from '@maestros/dominio/acceso/textos'
import { Link } from 'react-router'
import { useSession } from '#lib/session/session-state.ts'
import { useWantedPath } from '#lib/session/wanted-path.ts'
import { linkClass } from '../access-links.tsx'
import { AccessNotice } from './access-notice.tsx'

const { terminada } = acceso

/**
 * Shown to a person whose session was ended by the server. An expired session also leads maestros to /login, so the notice links to
 * their sign-in.
 */
export function EndedNotice({ as: role }: { as: Role }) {
  const session = useSession()
  const volver = useWantedPath()
  if (session.status !== 'anonymous' || !session.ended) return null
  const isElsewhere = session.wasMaestro && role !== 'maestro'
  return (
    <AccessNotice
      title={terminada.titulo}
      below={
        isElsewhere && (
          <Link to={LOGIN.maestro} state={{ volver }} className={`${linkClass} inline-block py-2.5`}>
            {terminada.comoMaestro}
          </Link>
        )
      }
    >
      {terminada.texto}
    </AccessNotice>
  )
}
