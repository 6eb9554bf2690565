import { comun } from '@maestros/dominio/textos/comun'
import { registro } from '@maestros/dominio/textos/registro'
import { terminosMaestro } from '@maestros/dominio/textos/terminos'
import { FileText } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogTitle, DialogTrigger } from '#ui/dialog.tsx'
import { DocumentText } from './document-text.tsx'

export function TermsDialog({ onAccept }: { onAccept: () => void }) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline">
          <FileText aria-hidden />
          {registro.leerTerminos}
        </Button>
      </DialogTrigger>
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
