import { chat as textos } from '@maestros/dominio/chat/textos'
import { comun } from '@maestros/dominio/textos'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'

const { enlace } = textos

type Props = { href: string; rel: string; onClose: () => void }

/** Before a link of a message leads to another site: shows the whole address, which the text of the link may hide. */
export default function LeaveDialog({ href, rel, onClose }: Props) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent closeLabel={comun.cerrar}>
        <DialogTitle>{enlace.titulo}</DialogTitle>
        <DialogDescription>{enlace.texto}</DialogDescription>
        <p className="mt-4 max-h-40 overflow-y-auto rounded-control bg-muted p-3 text-sm break-all">{href}</p>
        <div className="mt-5 grid gap-3 sm:grid-cols-2">
          <Button variant="outline" onClick={onClose}>
            {enlace.quedarse}
          </Button>
          <a className={buttonClass()} href={href} target="_blank" rel={rel} onClick={onClose}>
            {enlace.abrir}
          </a>
        </div>
      </DialogContent>
    </Dialog>
  )
}
