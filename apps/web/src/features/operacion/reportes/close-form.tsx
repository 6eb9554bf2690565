import { operacion } from '@maestros/dominio/operacion/textos'
import { MOTIVO_MAX, MOTIVO_MIN } from '@maestros/dominio/verificacion/estados'
import { useRef } from 'react'
import { Card } from '#ui/elements/card.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useClose } from '../api/reportes.ts'
import { sentenceOf } from '../error-sentences.ts'
import { ReasonField, useReason } from '../reason-field.tsx'
import { SentForm } from '../sent-form.tsx'

const { reporte: textos } = operacion

/** Closes a report with a note for operators. */
export function CloseForm({ id }: { id: number }) {
  const reason = useReason(`cierre ${id}`, { min: MOTIVO_MIN, max: MOTIVO_MAX })
  const field = useRef<HTMLTextAreaElement>(null)
  const close = useClose(id)
  const submit = () => {
    if (!reason.check()) return field.current?.focus()
    // The answer takes the form away, and with it what mutate() would call.
    close.mutateAsync(reason.text.trim()).then(
      () => {
        reason.clear()
        toast.success(textos.cerrado)
      },
      () => undefined,
    )
  }
  return (
    <Card>
      <h2 className="text-lg font-semibold">{textos.cerrar}</h2>
      <p className="mt-1 mb-3 text-pretty text-muted-foreground">{textos.cerrarTexto}</p>
      <SentForm
        button={textos.boton}
        sending={textos.enviando}
        pending={close.isPending}
        failure={close.isError ? sentenceOf(close.error) : null}
        onSubmit={submit}
      >
        <ReasonField
          label={textos.nota}
          hint={textos.notaAyuda}
          reason={reason}
          readOnly={close.isPending}
          fieldRef={field}
        />
      </SentForm>
    </Card>
  )
}
