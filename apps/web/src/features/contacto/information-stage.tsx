import { contacto } from '@maestros/dominio/textos/contacto'
import { Button } from '#ui/button.tsx'
import { DialogDescription, DialogTitle } from '#ui/dialog.tsx'

const { informacion: textos } = contacto

type Props = { nombre: string; openingChat: boolean; onChat: () => void; onDirect: () => void }

export function InformationStage({ nombre, openingChat, onChat, onDirect }: Props) {
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
        <Button variant="next" size="large" aria-busy={openingChat} onClick={onChat}>
          {openingChat ? textos.abriendoChat : textos.chatear}
        </Button>
        <Button variant="outline" onClick={onDirect}>
          {textos.verDirecto}
        </Button>
      </div>
    </>
  )
}
