import { contacto } from '@maestros/dominio/contacto/textos'
import type { ReactNode } from 'react'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'

const { informacion: textos } = contacto

type Props = { nombre: string; chat: ReactNode; onDirect: () => void }

export function InformationStage({ nombre, chat, onDirect }: Props) {
  return (
    <>
      <DialogTitle>{textos.titulo}</DialogTitle>
      <DialogDescription>
        <span className="block font-medium [overflow-wrap:anywhere] text-foreground">
          {textos.pregunta(nombre)}
        </span>
        <span className="mt-2 block">{textos.nota}</span>
      </DialogDescription>
      <div className="mt-5 grid gap-3">
        {chat}
        <Button variant="outline" onClick={onDirect}>
          {textos.verDirecto}
        </Button>
      </div>
    </>
  )
}
