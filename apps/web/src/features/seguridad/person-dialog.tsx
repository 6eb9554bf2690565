import { seguridad } from '@maestros/dominio/seguridad/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { Ban, Flag, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { ownBlockQuery, useChangeBlock } from '#entities/person/own-block.ts'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import type { Persona } from './persona.ts'
import { ReportForm } from './report-form.tsx'

const { menu, bloquear: textos } = seguridad

type Stage = 'menu' | 'block' | 'report'
type Props = { userId: string; persona: Persona; open: boolean; onClose: () => void }

export default function PersonDialog({ userId, persona, open, onClose }: Props) {
  const [stage, setStage] = useState<Stage>('menu')
  const about = { userId, persona }
  const close = () => {
    setStage('menu')
    onClose()
  }
  return (
    <Dialog open={open} onOpenChange={(next) => next || close()}>
      <DialogContent
        closeLabel={comun.cerrar}
        onPointerDownOutside={(event) => {
          // A touch beside the dialog must not discard what was typed.
          if (stage === 'report') event.preventDefault()
        }}
      >
        {stage === 'menu' && <Menu {...about} onStage={setStage} onClose={close} />}
        {stage === 'block' && <BlockQuestion {...about} onDone={close} />}
        {stage === 'report' && <ReportForm {...about} onDone={close} />}
      </DialogContent>
    </Dialog>
  )
}

const actionClass = 'w-full justify-start'

function Menu(props: Omit<Props, 'open'> & { onStage: (stage: Stage) => void }) {
  const { userId, persona, onStage, onClose } = props
  const { data: blocked, failureCount } = useQuery(ownBlockQuery(userId, persona.id))
  const { changing, change } = useChangeBlock({ userId, persona })
  const unblock = () => {
    if (!changing) change(false, { onSuccess: onClose })
  }
  return (
    <>
      <DialogTitle className="[overflow-wrap:anywhere]">{menu.titulo(persona.nombre)}</DialogTitle>
      <DialogDescription className="sr-only">{menu.abrir}</DialogDescription>
      <div className="mt-4 grid gap-2">
        <Button variant="outline" className={actionClass} onClick={() => onStage('report')}>
          <Flag aria-hidden />
          {menu.reportar}
        </Button>
        {blocked ? (
          <Button variant="outline" className={actionClass} aria-busy={changing} onClick={unblock}>
            <LockOpen aria-hidden />
            {menu.desbloquear}
          </Button>
        ) : (
          <Button
            variant="outline"
            className={actionClass}
            // Blocking a person who is blocked already changes nothing.
            disabled={blocked === undefined && failureCount === 0}
            onClick={() => onStage('block')}
          >
            <Ban aria-hidden />
            {menu.bloquear}
          </Button>
        )}
      </div>
    </>
  )
}

function BlockQuestion({
  userId,
  persona,
  onDone,
}: {
  userId: string
  persona: Persona
  onDone: () => void
}) {
  const { changing, change } = useChangeBlock({ userId, persona })
  return (
    <>
      <DialogTitle className="[overflow-wrap:anywhere]">{textos.titulo(persona.nombre)}</DialogTitle>
      <DialogDescription>{textos.texto}</DialogDescription>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        <Button variant="outline" onClick={onDone}>
          {textos.cancelar}
        </Button>
        <Button
          variant="destructive"
          aria-busy={changing}
          onClick={() => {
            if (!changing) change(true, { onSuccess: onDone })
          }}
        >
          {textos.confirmar}
        </Button>
      </div>
    </>
  )
}
