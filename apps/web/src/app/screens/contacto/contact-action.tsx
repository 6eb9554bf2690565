import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'

const ContactActionDialogs = lazyDialog(() => import('./contact-action-dialogs.tsx'))

type Trigger = { onClick: () => void; 'aria-haspopup': 'dialog'; 'aria-busy': boolean }

type Props = {
  maestroId: string
  contexto: { alcaldia: string; servicio: string }
  /** Closes the dialogs instead of opening the chat, where the chat is already open. */
  inChat?: boolean
  /** The button that opens the dialogs. */
  trigger: (props: Trigger) => ReactNode
}

/** Opens the contact dialogs of a maestro on a screen that does not show the profile. */
export function ContactAction({ maestroId, contexto, inChat = false, trigger }: Props) {
  const [open, setOpen] = useState(false)
  const loading = useIsFetching({ queryKey: ['perfil', maestroId] }) > 0
  return (
    <>
      {trigger({
        onClick: () => setOpen(true),
        'aria-haspopup': 'dialog',
        'aria-busy': open && loading,
      })}
      <ContactActionDialogs
        maestroId={maestroId}
        contexto={contexto}
        open={open}
        onClose={() => setOpen(false)}
        inChat={inChat}
      />
    </>
  )
}
