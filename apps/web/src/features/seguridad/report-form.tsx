import { largoDe } from '@maestros/dominio/contacto/contacto'
import {
  errorDeTexto,
  type MotivoDeReporte,
  motivosContra,
  REPORTE_TEXTO,
} from '@maestros/dominio/seguridad/reportes'
import { seguridad } from '@maestros/dominio/seguridad/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { refusalSentence } from '#lib/client/call-error.ts'
import { nextAttempt } from '#lib/device/send-attempt.ts'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { useMounted } from '#ui/timing/use-mounted.ts'
import { toast } from '#ui/toasts/toast.ts'
import { type Draft, keepDraft, readDraft } from './drafts.ts'
import { EvidenceList } from './evidence-list.tsx'
import type { Persona } from './persona.ts'
import { useReport } from './send-report.ts'

const { reportar: textos } = seguridad

type Props = { userId: string; persona: Persona; onDone: () => void }

/** What was chosen and typed is kept until it is sent, also when the dialog is closed while it is being sent. */
export function ReportForm({ userId, persona, onDone }: Props) {
  const [draft, setDraft] = useState(() => readDraft(userId, persona.id))
  const { motivo, texto, mensajes, bloquear } = draft
  const mounted = useMounted()
  const report = useReport({
    userId,
    onSent: () => {
      keepDraft(userId, persona.id, null)
      toast.success(textos.hecho)
    },
    onFailed: (cause) => {
      if (!mounted.current) toast.error(refusalSentence(cause) ?? textos.falloAlCerrar)
    },
  })
  const [submitted, setSubmitted] = useState(false)
  const reasons = useRef<HTMLInputElement>(null)
  const detail = useRef<HTMLTextAreaElement>(null)
  const wrong = errorDeTexto(motivo, texto)
  const { chat } = persona

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(userId, persona.id, next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (motivo === null) return reasons.current?.focus()
    if (wrong) return detail.current?.focus()
    if (report.isPending) return
    const written = texto.trim()
    const contents = {
      persona_id: persona.id,
      motivo,
      bloquear,
      ...(written !== '' && { texto: written }),
      ...(chat && { chat_id: chat.id, mensajes }),
    }
    const attempt = nextAttempt(draft.attempt, contents)
    change({ attempt })
    report.mutate({ ...contents, client_id: attempt.id }, { onSuccess: onDone })
  }

  return (
    <Form early={comun.formulario} noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <DialogTitle className="[overflow-wrap:anywhere]">{textos.titulo(persona.nombre)}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
      </div>
      <RadioCards
        legend={textos.grupo}
        options={motivosContra(persona.lado)}
        labels={textos.motivos}
        value={motivo}
        onChange={(chosen) => change({ motivo: chosen })}
        error={submitted && motivo === null ? textos.errores.motivo : undefined}
        firstRef={reasons}
      />
      <Detail
        required={motivo === 'otro'}
        value={texto}
        onChange={(typed) => change({ texto: typed })}
        error={submitted && wrong ? sentenceOf(wrong, motivo) : undefined}
        fieldRef={detail}
      />
      {chat && chat.messages.length > 0 && (
        <EvidenceList
          messages={chat.messages}
          nombre={persona.nombre}
          chosen={mensajes}
          onChange={(chosen) => change({ mensajes: chosen })}
        />
      )}
      <Checkbox
        label={textos.bloquearTambien}
        checked={bloquear}
        onChange={({ target }) => change({ bloquear: target.checked })}
      />
      {report.isError && (
        <p role="alert" className="text-destructive">
          {refusalSentence(report.error) ?? textos.fallo}
        </p>
      )}
      <Button type="submit" variant="next" size="large" aria-busy={report.isPending}>
        {report.isPending ? textos.enviando : textos.enviar}
      </Button>
    </Form>
  )
}

const sentenceOf = (wrong: NonNullable<ReturnType<typeof errorDeTexto>>, motivo: MotivoDeReporte | null) =>
  textos.errores[wrong === 'corto' && motivo === 'otro' ? 'cortoObligatorio' : wrong]

type DetailProps = {
  required: boolean
  value: string
  onChange: (value: string) => void
  error: string | undefined
  fieldRef: Ref<HTMLTextAreaElement>
}

function Detail({ required, value, onChange, error, fieldRef }: DetailProps) {
  const { obligatorio, opcional } = textos.detalle
  return (
    <Field
      label={required ? obligatorio : opcional}
      hint={textos.detalleAyuda}
      error={error}
      aside={<CharacterCount length={largoDe(value)} max={REPORTE_TEXTO.max} />}
    >
      {(control) => (
        <Textarea
          {...control}
          ref={fieldRef}
          rows={3}
          required={required}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
