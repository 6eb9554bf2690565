import type { Contacto } from '@maestros/contrato/contacto/track-contact-access'
import { MOTIVOS, type Motivo, motivoValido } from '@maestros/dominio/contacto/contacto'
import { contacto } from '@maestros/dominio/contacto/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CallError, refusalSentence } from '#lib/client/call-error.ts'
import { DialogDescription } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { ReasonDetail } from './reason-detail.tsx'
import { StageTitle } from './stage-title.tsx'
import { useTrackContactAccess } from './track-contact-access.ts'

const { motivo: textos } = contacto

const TOO_MANY = 429

type Props = {
  maestroId: string
  nombre: string
  contexto: { alcaldia: string; servicio: string }
  /** Also called when the dialog was closed before the answer came. */
  onUnlocked: (contacto: Contacto) => void
  onDone: () => void
  /** The button that opens the chat, which is the way to the maestro while no further contact can be requested. */
  chat: ReactNode
}

export function ReasonStage({ maestroId, nombre, contexto, onUnlocked, onDone, chat }: Props) {
  const [motivo, setMotivo] = useState<Motivo | null>(null)
  const [detalle, setDetalle] = useState('')
  const access = useTrackContactAccess(onUnlocked)
  const limited = access.error instanceof CallError && access.error.status === TOO_MANY
  const valid = motivoValido(motivo, detalle)

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!valid || motivo === null || access.isPending) return
    const extra = motivo === 'otro' ? { detalle: detalle.trim() } : {}
    access.mutate({ maestro_id: maestroId, motivo, ...extra, contexto }, { onSuccess: onDone })
  }

  return (
    <Form early={comun.formulario} onSubmit={confirm}>
      <StageTitle>{textos.titulo}</StageTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{textos.texto(nombre)}</DialogDescription>
      <div className="mt-4">
        <RadioCards
          legend={textos.grupo}
          options={MOTIVOS}
          labels={textos.motivos}
          value={motivo}
          onChange={setMotivo}
        />
      </div>
      {motivo === 'otro' && <ReasonDetail value={detalle} onChange={setDetalle} />}
      {access.isError && (
        <p role="alert" className="mt-4 text-destructive">
          {refusalSentence(access.error) ?? textos.fallo}
        </p>
      )}
      <div className="mt-5 grid gap-3">
        {limited && chat}
        <Button
          type="submit"
          variant={limited ? 'outline' : 'next'}
          size={limited ? 'default' : 'large'}
          disabled={!valid}
          aria-busy={access.isPending}
        >
          {access.isPending ? textos.confirmando : textos.confirmar}
        </Button>
      </div>
    </Form>
  )
}
