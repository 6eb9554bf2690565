import { chat as textos } from '@maestros/dominio/chat/textos'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { cancel, edit, retry } from '../outbox/outbox.ts'
import type { Pendiente } from './timeline.ts'

const { pendiente: words } = textos

type Props = { pendiente: Pendiente | null; className: string; children: ReactNode }

/** The box of a bubble. A message that waits is a button: it shows what can be done with the message. */
export function PendingBubble({ pendiente, className, children }: Props) {
  const [toggled, setToggled] = useState(false)
  const actions = useId()
  if (!pendiente) return <div className={className}>{children}</div>
  // One that failed offers at once to be sent again.
  const open = pendiente.failed !== toggled
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? actions : undefined}
        className={`min-h-11 text-left ${className}`}
        onClick={() => setToggled(!toggled)}
      >
        {children}
        <span className="sr-only">{words.opciones}</span>
      </button>
      {open && (
        <div id={actions} className="screen-only my-1 flex flex-wrap justify-end gap-2">
          <Actions {...pendiente} />
        </div>
      )}
    </>
  )
}

function Actions(entry: Pendiente) {
  return (
    <>
      {entry.failed && (
        <Button variant="outline" onClick={(event) => leave(event, retry(entry))}>
          {words.reintentar}
        </Button>
      )}
      {entry.editable && (
        <Button variant="outline" onClick={() => void edit(entry)}>
          {words.editar}
        </Button>
      )}
      <Button variant="outline" onClick={(event) => leave(event, cancel(entry))}>
        {words.cancelar}
      </Button>
    </>
  )
}

/** The buttons disappear with the message: the focus goes to the conversation. */
function leave({ currentTarget }: MouseEvent<HTMLElement>, act: Promise<void>) {
  currentTarget.closest<HTMLElement>('[role=log]')?.focus()
  void act
}
