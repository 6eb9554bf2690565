import { comun } from '@maestros/dominio/textos'
import { Navigate } from 'react-router'
import { SpinnerPage } from '#ui/elements/spinner.tsx'

type Props = {
  path: string
  /** The page to return to after the sign-in (lib/session/wanted-path.ts). */
  volver?: string | undefined
}

/** A redirect that shows a spinner while the other screen loads. */
export function GoTo({ path, volver }: Props) {
  return (
    <>
      <Navigate to={path} replace state={volver === undefined ? null : { volver }} />
      <SpinnerPage label={comun.cargando} />
    </>
  )
}
