import { comun } from '@maestros/dominio/textos'
import { refreshSession } from '#lib/session/session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { BrokenTile } from './drawings.tsx'

/** A session is stored, but the server could not be reached to check it. */
export function Unreachable() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Notice
        drawing={<BrokenTile />}
        title={comun.cuentaSinAbrir}
        action={
          <Button variant="next" onClick={() => void refreshSession()}>
            {comun.reintentar}
          </Button>
        }
      >
        {comun.sinConexion}
      </Notice>
    </main>
  )
}
