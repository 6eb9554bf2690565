import { registro } from '@maestros/dominio/acceso/textos-de-registro'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { lazyComponent, PendingMark } from '#ui/timing/lazy-component.tsx'

/** Loaded when it is opened: seekers sign up on the same screen and never open it. */
const OpenTerms = lazyComponent(() => import('./open-terms.tsx'), PendingMark)

export function TermsDialog({ onAccept }: { onAccept: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileText aria-hidden />
        {registro.leerTerminos}
      </Button>
      {open && <OpenTerms onAccept={onAccept} onClose={() => setOpen(false)} />}
    </>
  )
}
