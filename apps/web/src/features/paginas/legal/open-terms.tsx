import { registro } from '@maestros/dominio/acceso/textos-de-registro'
import { terminosMaestro } from '@maestros/dominio/paginas/textos-de-terminos'
import { comun } from '@maestros/dominio/textos'
import { Dialog, DialogClose, DialogContent, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { DocumentText } from './document-text.tsx'

type Props = { onAccept: () => void; onClose: () => void }

/** The terms for maestros, in a dialog that is open from the start. */
export default function OpenTerms({ onAccept, onClose }: Props) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent closeLabel={comun.cerrar} aria-describedby={undefined} className="sm:max-w-xl">
        <DialogTitle>{terminosMaestro.titulo}</DialogTitle>
        <DocumentText documento={terminosMaestro} />
        <DialogClose asChild>
          <Button variant="next" size="large" className="mt-6 w-full" onClick={onAccept}>
            {registro.aceptarTerminos}
          </Button>
        </DialogClose>
      </DialogContent>
    </Dialog>
  )
}
