import { largoDe } from '@maestros/dominio/contacto'
import { MOTIVOS_DE_REPORTE, type MotivoDeReporte, reporteValido } from '@maestros/dominio/seguridad'
import { comun } from '@maestros/dominio/textos/comun'
import { seguridad } from '@maestros/dominio/textos/seguridad'
import { type FormEvent, useState } from 'react'
import { refusalSentence } from '#entities/bloqueo/own-block.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DialogDescription, DialogTitle } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { toast } from '#ui/toast.ts'
import { useReport } from './api/report.ts'
import { EvidenceList } from './evidence-list.tsx'
import type { Persona } from './persona.ts'

const { reportar: textos } = seguridad

type Props = { userId: string; persona: Persona; onDone: () => void }

export function ReportForm({ userId, persona, onDone }: Props) {
  const [motivo, setMotivo] = useState<MotivoDeReporte | null>(null)
  const [texto, setTexto] = useState('')
  const [mensajes, setMensajes] = useState<readonly string[]>([])
  const [bloquear, setBloquear] = useState(false)
  const report = useReport(userId)
  const valid = reporteValido(motivo, texto)
  const { chat } = persona

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!valid || motivo === null || report.isPending) return
    const written = texto.trim()
    report.mutate(
      {
        persona_id: persona.id,
        motivo,
        bloquear,
        ...(written !== '' && { texto: written }),
        ...(chat && { chat_id: chat.id, mensajes: [...mensajes] }),
      },
      {
        onSuccess: () => {
          toast.success(textos.hecho)
          onDone()
        },
      },
    )
  }

  return (
    <Form early={comun.formulario} onSubmit={submit} className="grid gap-4">
      <div>
        <DialogTitle className="[overflow-wrap:anywhere]">{textos.titulo(persona.nombre)}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
      </div>
      <Reasons value={motivo} onChange={setMotivo} />
      <Detail required={motivo === 'otro'} value={texto} onChange={setTexto} />
      {chat && chat.messages.length > 0 && (
        <EvidenceList
          messages={chat.messages}
          nombre={persona.nombre}
          chosen={mensajes}
          onChange={setMensajes}
        />
      )}
      <Checkbox
        label={textos.bloquearTambien}
        checked={bloquear}
        onChange={({ target }) => setBloquear(target.checked)}
      />
      {report.isError && (
        <p role="alert" className="text-destructive">
          {refusalSentence(report.error) ?? textos.fallo}
        </p>
      )}
      <Button type="submit" variant="next" size="large" disabled={!valid} aria-busy={report.isPending}>
        {report.isPending ? textos.enviando : textos.enviar}
      </Button>
    </Form>
  )
}

type ReasonsProps = { value: MotivoDeReporte | null; onChange: (value: MotivoDeReporte) => void }

function Reasons({ value, onChange }: ReasonsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{textos.grupo}</legend>
      {MOTIVOS_DE_REPORTE.map((option) => (
        <label
          key={option}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3.5 py-2 has-checked:border-primary has-checked:bg-primary-tint"
        >
          <input
            type="radio"
            name="motivo"
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
            className="size-5 shrink-0 accent-(--primary)"
          />
          {textos.motivos[option]}
        </label>
      ))}
    </fieldset>
  )
}

type DetailProps = { required: boolean; value: string; onChange: (value: string) => void }

function Detail({ required, value, onChange }: DetailProps) {
  const { obligatorio, opcional } = textos.detalle
  return (
    <Field
      label={required ? obligatorio : opcional}
      hint={textos.detalleAyuda}
      aside={
        <span className="text-sm text-muted-foreground tabular-nums">{textos.cuenta(largoDe(value))}</span>
      }
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          required={required}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="block w-full rounded-control border border-control bg-card px-3.5 py-2.5"
        />
      )}
    </Field>
  )
}
