import { contacto as textos } from '@maestros/dominio/contacto/textos'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStartChat } from '#entities/maestro/use-start-chat.ts'
import type { Stage } from '#features/contacto/contact-dialogs.tsx'
import { perfilQuery } from '#features/perfil/api/maestro-profile.ts'
import { contactIn } from '#features/perfil/api/show-contact.ts'
import { toast } from '#ui/toasts/toast.ts'
import { MaestroContactDialogs } from './maestro-contact-dialogs.tsx'

type Props = {
  maestroId: string
  contexto: { alcaldia: string; servicio: string }
  open: boolean
  onClose: () => void
  inChat: boolean
}

/** Reads the profile, which says whether the contact is unlocked, and shows the first dialog or the contact details. */
export default function ContactActionDialogs({ maestroId, contexto, open, onClose, inChat }: Props) {
  const query = useQuery({ ...perfilQuery(maestroId), enabled: open })
  const maestro = query.data
  const failed = open && query.isError && !maestro
  const chat = useStartChat()
  const [reached, setReached] = useState<Stage | null>(null)

  const onFailed = useEffectEvent(() => {
    toast.error(textos.noAbre)
    onClose()
  })
  useEffect(() => {
    if (failed) onFailed()
  }, [failed])

  if (!maestro) return null
  const first = contactIn(maestro) ? 'detalles' : 'informacion'
  return (
    <MaestroContactDialogs
      maestro={maestro}
      contexto={{ ...contexto, alcaldia: contexto.alcaldia || (maestro.alcaldias[0] ?? '') }}
      stage={open ? (reached ?? first) : null}
      onStage={(next) => {
        setReached(next)
        if (next === null) onClose()
      }}
      openingChat={chat.opening}
      onChat={() => {
        if (inChat) onClose()
        else chat.open({ maestroId, alcaldia: contexto.alcaldia, oficio: contexto.servicio })
      }}
    />
  )
}
