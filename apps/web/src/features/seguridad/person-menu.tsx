import { seguridad } from '@maestros/dominio/seguridad/textos'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'
import type { Persona } from './persona.ts'

const PersonDialog = lazyDialog(() => import('./person-dialog.tsx'))

type Props = { userId: string; persona: Persona }

/** The button that opens what one can do about a person: report, block, unblock. */
export function PersonMenu({ userId, persona }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={seguridad.menu.abrir}
        aria-haspopup="dialog"
        data-keep-clear
        onClick={() => setOpen(true)}
      >
        <EllipsisVertical aria-hidden />
      </Button>
      <PersonDialog userId={userId} persona={persona} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
