import { contacto } from '@maestros/dominio/contacto/textos'
import { Button } from '#ui/elements/button.tsx'

const { informacion: textos } = contacto

/** Opens the chat with the maestro instead of the contact. */
export function ChatButton({ opening, onChat }: { opening: boolean; onChat: () => void }) {
  return (
    <Button variant="next" size="large" aria-busy={opening} onClick={onChat}>
      {opening ? textos.abriendoChat : textos.chatear}
    </Button>
  )
}
