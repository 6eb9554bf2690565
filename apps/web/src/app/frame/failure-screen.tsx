import { comun } from '@maestros/dominio/textos'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import NotFound from '../screens/not-found.tsx'
import { BrokenTile } from './drawings.tsx'

/** Shown for an unexpected error. It uses full page loads, because the error may have broken the router. */
export function FailureScreen() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return (
    <main className="grid min-h-dvh place-items-center">
      <Notice
        drawing={<BrokenTile />}
        title={comun.fallo.titulo}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="next" onClick={() => location.reload()}>
              {comun.reintentar}
            </Button>
            <a className={buttonClass({ variant: 'outline' })} href="/">
              {comun.fallo.inicio}
            </a>
          </div>
        }
      >
        {comun.fallo.texto}
      </Notice>
    </main>
  )
}
