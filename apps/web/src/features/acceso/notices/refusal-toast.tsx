import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { AuthFailure } from '#lib/session/auth-failure.ts'
import { useWantedPath } from '#lib/session/wanted-path.ts'
import { toast } from '#ui/toasts/toast.ts'

const ID = 'refusal'

export function showRefusalToast(title: string, description: ReactNode) {
  // A notice with a link stays until it is closed: its link is the next step.
  const stays = typeof description !== 'string'
  toast.error(title, { id: ID, description, ...(stays && { duration: Number.POSITIVE_INFINITY }) })
}

/** Called at a new try. */
export const dismissRefusalToast = () => toast.dismiss(ID)

/** For forms whose notice may have a link: it is dismissed when the form is left by another link. */
export function useDismissRefusalToast() {
  useEffect(() => dismissRefusalToast, [])
}

/** `otherwise` is for a server that gave no reason. */
export const failureText = (failure: AuthFailure, otherwise: string): string =>
  failure.reason === 'offline' ? comun.sinConexion : (failure.message ?? otherwise)

type LinkProps = { texto: string; enlace: string; ruta: string; email: string }

/** A sentence followed by a link to the next step, which fills the e-mail field there. */
export function WithLink({ texto, enlace, ruta, email }: LinkProps) {
  const volver = useWantedPath()
  return (
    <>
      {texto}{' '}
      <Link
        to={ruta}
        state={{ email, volver }}
        onClick={dismissRefusalToast}
        className="tap-target inline-block font-semibold text-primary underline underline-offset-4"
      >
        {enlace}
      </Link>
    </>
  )
}
