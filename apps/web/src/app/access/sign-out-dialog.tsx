import { type SinEnviar, salir } from '@maestros/dominio/acceso/textos-de-salir'
import { comun } from '@maestros/dominio/textos'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'

type Props = { pending: SinEnviar; onStay: () => void; onLeave: () => void }

/** Asks before a sign-out that would delete what was not sent. */
export function SignOutDialog({ pending, onStay, onLeave }: Props) {
  return (
    <Dialog open onOpenChange={onStay}>
      <DialogContent closeLabel={comun.cerrar}>
        <DialogTitle>{salir.titulo(pending)}</DialogTitle>
        <DialogDescription>{salir.texto(pending)}</DialogDescription>
        <div className="mt-5 grid gap-2">
          <Button onClick={onStay}>{salir.quedarme(pending)}</Button>
          <Button variant="outline" onClick={onLeave}>
            {salir.salir}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
