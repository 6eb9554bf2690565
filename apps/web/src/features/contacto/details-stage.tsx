import { telefonoComoTexto, telefonoParaLlamar } from '@maestros/dominio/contacto/contacto'
import { contacto as textosDeContacto } from '@maestros/dominio/contacto/textos'
import { COPIADO_MS } from '@maestros/dominio/limites'
import { Check, Copy, MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MaestroAvatar } from '#entities/maestro/maestro-avatar.tsx'
import { CallLink } from '#entities/person/call-link.tsx'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { logFailure } from '#lib/device/log.ts'
import { DialogDescription } from '#ui/dialogs/dialog.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { StageTitle } from './stage-title.tsx'

/** The maestro whose contact a seeker requests. */
export type ContactPerson = {
  id: string
  nombre: string
  /** The name with the initial of the surname, as shown while the contact is locked. */
  nombreCorto: string
  foto: string | null
  alcaldia: string
  verificado: boolean
}

const { detalles: textos } = textosDeContacto

type Props = { maestro: ContactPerson; contacto: { apellido: string; telefono: string } }

export function DetailsStage({ maestro, contacto: { apellido, telefono } }: Props) {
  return (
    <>
      <DialogDescription className="sr-only">{textos.titulo}</DialogDescription>
      <div className="flex gap-4 max-[13.75rem]:flex-col">
        <MaestroAvatar
          nombre={maestro.nombre}
          apellido={apellido}
          foto={maestro.foto}
          firstNameOnly
          eager
          className="size-20 text-2xl"
        />
        <div className="grid min-w-0 flex-1 content-start justify-items-start gap-1">
          <StageTitle className="[overflow-wrap:anywhere]">{`${maestro.nombre} ${apellido}`}</StageTitle>
          <p className="flex gap-1.5 text-muted-foreground">
            <MapPin aria-hidden className="mt-0.5 size-5 shrink-0" />
            {maestro.alcaldia}
          </p>
          {maestro.verificado && <VerifiedMark label={textos.identidad} />}
        </div>
      </div>
      <p className="mt-4 rounded-control bg-muted p-4 text-center">
        <span className="block text-sm text-muted-foreground">{textos.telefono}</span>
        <span className="text-xl font-semibold tabular-nums [overflow-wrap:anywhere]">
          {telefonoComoTexto(telefono)}
        </span>
      </p>
      <div className="mt-4 grid gap-3">
        <CallLink className={buttonClass({ variant: 'next', size: 'large' })} telefono={telefono}>
          {textos.llamar}
        </CallLink>
        <CopyPhone telefono={telefono} />
      </div>
    </>
  )
}

function CopyPhone({ telefono }: { telefono: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const wait = setTimeout(() => setCopied(false), COPIADO_MS)
    return () => clearTimeout(wait)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(telefonoParaLlamar(telefono))
      setCopied(true)
      toast.success(textos.aviso, { id: 'telefono-copiado', duration: COPIADO_MS })
    } catch (cause) {
      logFailure('phone copy', cause)
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Icon aria-hidden />
      <span aria-live="polite">{copied ? textos.copiado : textos.copiar}</span>
    </Button>
  )
}
