import type { Contacto } from '@maestros/contrato/contacto/track-contact-access'
import { largoDe, MOTIVOS, type Motivo, motivoValido } from '@maestros/dominio/contacto/contacto'
import { contacto } from '@maestros/dominio/contacto/textos'
import { MOTIVO_DETALLE } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { CallError, refusalSentence } from '#lib/client/call-error.ts'
import { DialogDescription } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Label } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
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

function ReasonDetail({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const length = largoDe(value)
  const tooLong = length > MOTIVO_DETALLE.max
  return (
    <div className="mt-4 grid gap-1.5">
      <Label htmlFor={id}>{textos.detalle}</Label>
      <Textarea
        id={id}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={tooLong}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className="flex justify-between gap-4 text-sm text-muted-foreground">
        <span>{textos.detalleAyuda}</span>
        <CharacterCount length={length} max={MOTIVO_DETALLE.max} />
      </p>
    </div>
  )
}
