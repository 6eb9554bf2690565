import { push } from '@maestros/dominio/avisos/textos-de-push'
import { BellRing } from 'lucide-react'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { usePush, useQuietHours } from './use-push.ts'

const { tarjeta: textos } = push
/** Keep the place of the hours until these are known, so that nothing moves then. */
const USUAL_HOURS = { desde: 22, hasta: 7 }

/** Turns the notifications of this browser on and off. Which notifications there are is chosen elsewhere. */
export function PushCard({ userId }: { userId: string }) {
  const { state, busy, change } = usePush(userId)
  const quiet = useQuietHours()
  const { desde, hasta } = quiet ?? USUAL_HOURS
  const act = (on: boolean) => {
    if (!busy) change(on)
  }
  return (
    <Card>
      <h2 className="text-lg font-semibold">{textos.titulo}</h2>
      <p className="mt-2 text-pretty text-muted-foreground">
        {textos.texto}{' '}
        {quiet !== null && (
          <span className={quiet ? undefined : 'invisible'}>{textos.silencio(desde, hasta)}</span>
        )}
      </p>
      <div className="mt-4 grid justify-items-start gap-3">
        {state === undefined && <Spinner label={textos.cargando} className="size-6" />}
        <p role="status" className="text-pretty empty:hidden">
          {state === 'on' && textos.activas}
          {state === 'denied' && textos.negadas}
          {state === 'unsupported' && textos.sinSoporte}
          {state === 'install-first' && textos.enIphone}
        </p>
        {state === 'off' && (
          <Button variant="next" aria-busy={busy} onClick={() => act(true)}>
            <BellRing aria-hidden />
            {busy ? textos.activando : textos.activar}
          </Button>
        )}
        {state === 'on' && (
          <Button variant="outline" aria-busy={busy} onClick={() => act(false)}>
            {busy ? textos.desactivando : textos.desactivar}
          </Button>
        )}
      </div>
    </Card>
  )
}
