import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isWaitingForCode, onWaitingForCode, retryCode } from '#lib/device/load-code.ts'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { BrokenTile } from './drawings.tsx'

export const useWaitingForCode = () => useSyncExternalStore(onWaitingForCode, isWaitingForCode, () => false)

/** Shown while the code of a screen, or a page, cannot be loaded. The load goes on by itself when the network is back. */
export function NoNetwork({ onRetry = retryCode, children }: { onRetry?: () => void; children?: ReactNode }) {
  return (
    <div role="alert" className="grid min-h-dvh place-items-center bg-background">
      <Notice
        drawing={<BrokenTile />}
        title={comun.sinRed.titulo}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="next" onClick={onRetry}>
              {comun.reintentar}
            </Button>
            {children}
          </div>
        }
      >
        {comun.sinRed.texto}
      </Notice>
    </div>
  )
}

/** The first screen of a page that is not prerendered, until its code is here. */
export function LoadingScreen() {
  return useWaitingForCode() ? <NoNetwork /> : <SpinnerPage label={comun.cargando} />
}
