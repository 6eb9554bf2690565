import { comun } from '@maestros/dominio/textos/comun'
import { Navigate } from 'react-router'
import { SpinnerPage } from '#ui/spinner.tsx'

/** A redirect that shows a spinner while the other screen loads. */
export function GoTo({ path }: { path: string }) {
  return (
    <>
      <Navigate to={path} replace />
      <SpinnerPage label={comun.cargando} />
    </>
  )
}
