import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { TICKET_RESPUESTA } from '@maestros/dominio/limites'
import { operacion } from '@maestros/dominio/operacion/textos'
import { useRef, useState } from 'react'
import { Card } from '#ui/elements/card.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAnswer } from '../api/solicitudes.ts'
import { sentenceOf } from '../error-sentences.ts'
import { ReasonField, useReason } from '../reason-field.tsx'
import { SentForm } from '../sent-form.tsx'

const { solicitud: textos, solicitudes } = operacion

/** The states that an answer can set. */
const AFTER_ANSWER = ['en_proceso', 'resuelto'] as const

/** The answer to a help request, and the state in which it leaves the request. */
export function AnswerForm({ id, estado }: { id: string; estado: EstadoDeTicket }) {
  const reason = useReason(`respuesta ${id}`, TICKET_RESPUESTA)
  const [after, setAfter] = useState<(typeof AFTER_ANSWER)[number]>(
    estado === 'resuelto' ? 'resuelto' : 'en_proceso',
  )
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = useAnswer(id)
  const submit = () => {
    if (!reason.check()) return field.current?.focus()
    answer.mutate(
      { texto: reason.text.trim(), estado: after },
      {
        onSuccess: () => {
          reason.clear()
          toast.success(textos.enviada_)
        },
      },
    )
  }
  return (
    <Card>
      <h2 className="mb-3 text-lg font-semibold">{textos.responder}</h2>
      <SentForm
        button={textos.enviar}
        sending={textos.enviando}
        pending={answer.isPending}
        failure={answer.isError ? sentenceOf(answer.error) : null}
        onSubmit={submit}
      >
        <ReasonField
          label={textos.respuesta}
          hint={textos.respuestaAyuda}
          reason={reason}
          readOnly={answer.isPending}
          fieldRef={field}
          rows={6}
        />
        <div className="grid gap-2">
          <p aria-hidden className="font-medium">
            {textos.queda}
          </p>
          <RadioCards
            legend={textos.queda}
            options={AFTER_ANSWER}
            labels={solicitudes.estados}
            value={after}
            onChange={setAfter}
          />
        </div>
      </SentForm>
    </Card>
  )
}
