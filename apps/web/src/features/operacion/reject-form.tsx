import { operacion } from '@maestros/dominio/textos/operacion'
import { type DatoVerificable, MOTIVO_MAX, MOTIVO_MIN } from '@maestros/dominio/verificacion'
import { useRef } from 'react'
import { DialogDescription, DialogTitle } from '#ui/dialog.tsx'
import { ReasonField, useReason } from './reason-field.tsx'
import { SentForm } from './sent-form.tsx'

const { rechazo: textos, verificaciones } = operacion

type Props = {
  maestroId: string
  dato: DatoVerificable
  pending: boolean
  failure: string | null
  /** `onDone` is called when it was rejected. */
  onReject: (motivo: string, onDone: () => void) => void
}

/** The reason of a rejection, which the maestro reads: one of the ready sentences, edited, or another one. */
export function RejectForm({ maestroId, dato, pending, failure, onReject }: Props) {
  const nombre = verificaciones.datos[dato]
  const reason = useReason(`rechazo ${maestroId} ${dato}`, { min: MOTIVO_MIN, max: MOTIVO_MAX })
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <SentForm
      button={textos.boton}
      sending={textos.enviando}
      destructive
      pending={pending}
      failure={failure}
      onSubmit={() => {
        if (!reason.check()) return field.current?.focus()
        onReject(reason.text.trim(), reason.clear)
      }}
    >
      <div>
        <DialogTitle>{textos.titulo(nombre)}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{textos.listas}</legend>
        {textos.frases[dato].map((sentence) => (
          <button
            key={sentence}
            type="button"
            onClick={() => {
              reason.change(sentence)
              field.current?.focus()
            }}
            className="min-h-11 rounded-control border border-control px-3 py-2 text-left text-sm text-pretty hover:bg-muted"
          >
            {sentence}
          </button>
        ))}
      </fieldset>
      <ReasonField
        label={textos.motivo}
        hint={textos.ayuda}
        reason={reason}
        readOnly={pending}
        fieldRef={field}
      />
    </SentForm>
  )
}
