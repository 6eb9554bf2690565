import { nombreConInicial } from '@maestros/dominio/nombres'
import { refreshUnlockedChat } from '#features/chat/api/contact-access.ts'
import { ContactDialogs, type Stage } from '#features/contacto/contact-dialogs.tsx'
import type { ReceivedProfile } from '#features/perfil/api/maestro-profile.ts'
import { contactIn, showContact } from '#features/perfil/api/show-contact.ts'

type Props = {
  maestro: ReceivedProfile
  contexto: { alcaldia: string; servicio: string }
  stage: Stage | null
  onStage: (stage: Stage | null) => void
  openingChat: boolean
  onChat: () => void
  /** Moves the focus when the dialogs are closed, if the button that opened them may be gone. */
  focusAfterClose?: (() => void) | undefined
}

/** The contact dialogs of a maestro whose profile is loaded. An unlocked contact is then shown everywhere. */
export function MaestroContactDialogs({ maestro, contexto, ...dialogs }: Props) {
  const { id, nombre, apellido } = maestro
  return (
    <ContactDialogs
      maestro={{
        id,
        nombre,
        nombreCorto: nombreConInicial(nombre, apellido),
        foto: maestro.foto_perfil_url,
        alcaldia: contexto.alcaldia,
        verificado: maestro.identidad_verificada,
      }}
      contexto={contexto}
      contacto={contactIn(maestro)}
      onUnlocked={(answer) => {
        showContact(id, answer)
        refreshUnlockedChat(answer.chat_id)
      }}
      {...dialogs}
    />
  )
}
