import type { Contacto } from '@maestros/contrato/contacto/track-contact-access'
import { contacto } from '@maestros/dominio/contacto/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useEffectEvent } from 'react'
import { Dialog, DialogContent } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { type ContactPerson, DetailsStage } from './details-stage.tsx'
import { InformationStage } from './information-stage.tsx'
import { ReasonStage } from './reason-stage.tsx'

/** The steps from a locked contact to the phone number. */
export type Stage = 'informacion' | 'motivo' | 'detalles'

type Props = {
  maestro: ContactPerson
  contexto: { alcaldia: string; servicio: string }
  /** Null while no dialog is open. */
  stage: Stage | null
  onStage: (stage: Stage | null) => void
  contacto: { apellido: string; telefono: string } | null
  onUnlocked: (contacto: Contacto) => void
  openingChat: boolean
  onChat: () => void
  /** Moves the focus when the dialogs are closed, if the button that opened them may be gone. */
  focusAfterClose?: (() => void) | undefined
}

export function ContactDialogs(props: Props) {
  const { maestro, contexto, stage, onStage, contacto, onUnlocked, focusAfterClose } = props
  // The maestro has blocked the seeker while the contact details were open.
  const hidden = stage === 'detalles' && contacto === null
  const onHidden = useEffectEvent(() => onStage(null))
  useEffect(() => {
    if (hidden) onHidden()
  }, [hidden])
  return (
    <Dialog open={stage !== null} onOpenChange={(open) => open || onStage(null)}>
      <DialogContent
        closeLabel={comun.cerrar}
        onPointerDownOutside={(event) => {
          // A touch beside the dialog must not discard what was typed.
          if (stage === 'motivo') event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          if (!focusAfterClose) return
          event.preventDefault()
          focusAfterClose()
        }}
      >
        {stage === 'informacion' && (
          <InformationStage
            nombre={maestro.nombreCorto}
            chat={<ChatButton opening={props.openingChat} onChat={props.onChat} />}
            onDirect={() => onStage('motivo')}
          />
        )}
        {stage === 'motivo' && (
          <ReasonStage
            maestroId={maestro.id}
            nombre={maestro.nombreCorto}
            contexto={contexto}
            onUnlocked={onUnlocked}
            onDone={() => onStage('detalles')}
            chat={<ChatButton opening={props.openingChat} onChat={props.onChat} />}
          />
        )}
        {stage === 'detalles' && contacto && <DetailsStage maestro={maestro} contacto={contacto} />}
      </DialogContent>
    </Dialog>
  )
}

const { informacion: textos } = contacto

/** Opens the chat with the maestro instead of the contact. */
function ChatButton({ opening, onChat }: { opening: boolean; onChat: () => void }) {
  return (
    <Button variant="next" size="large" aria-busy={opening} onClick={onChat}>
      {opening ? textos.abriendoChat : textos.chatear}
    </Button>
  )
}
