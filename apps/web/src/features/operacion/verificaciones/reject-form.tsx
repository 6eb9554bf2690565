import { operacion } from '@maestros/dominio/operacion/textos'
import {
  CORRECCIONES,
  type Correccion,
  type DatoVerificable,
  MOTIVO_MAX,
  MOTIVO_MIN,
} from '@maestros/dominio/verificacion/estados'
import { correccionesDelMotivo } from '@maestros/dominio/verificacion/rechazos'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { useId, useRef, useState } from 'react'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { ReasonField, useReason } from '../reason-field.tsx'
import { SentForm } from '../sent-form.tsx'

const { rechazo: textos } = operacion

type Rejection = { motivo: string; corrige_con: Correccion[] }

type Props = {
  maestroId: string
  dato: DatoVerificable
  /** The reason with which the form begins; null begins with the draft. */
  ready: string | null
  pending: boolean
  failure: string | null
  /** `onDone` is called when it was rejected. */
  onReject: (rejection: Rejection, onDone: () => void) => void
}

/** The reason of a rejection, which the maestro reads: one of the ready sentences, edited, or another one, and what ends it. */
export function RejectForm({ maestroId, dato, ready, pending, failure, onReject }: Props) {
  const nombre = verificacion.tipos[dato]
  const reason = useReason(
    `rechazo ${maestroId} ${dato}`,
    { min: MOTIVO_MIN, max: MOTIVO_MAX },
    { initial: ready },
  )
  const [endsWith, setEndsWith] = useState(() => endsWithOf(dato, reason.text))
  const [checked, setChecked] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const choose = (sentence: string) => {
    reason.change(sentence)
    setEndsWith(endsWithOf(dato, sentence))
  }
  return (
    <SentForm
      button={textos.boton}
      sending={textos.enviando}
      destructive
      pending={pending}
      failure={failure}
      onSubmit={() => {
        setChecked(true)
        if (!reason.check()) return field.current?.focus()
        if (endsWith.length > 0) onReject({ motivo: reason.text.trim(), corrige_con: endsWith }, reason.clear)
      }}
    >
      <div>
        <DialogTitle>{textos.titulo(nombre)}</DialogTitle>
        <DialogDescription>{textos.texto}</DialogDescription>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">{textos.listas}</legend>
        {textos.frases[dato].map(({ texto }) => (
          <button
            key={texto}
            type="button"
            onClick={() => {
              choose(texto)
              field.current?.focus()
            }}
            className="min-h-11 rounded-control border border-control px-3 py-2 text-left text-sm text-pretty hover:bg-muted"
          >
            {texto}
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
      <EndsWith dato={dato} value={endsWith} onChange={setEndsWith} checked={checked} />
    </SentForm>
  )
}

/** What the reason asks for; the datum itself while it says nothing else. */
const endsWithOf = (dato: DatoVerificable, reason: string): Correccion[] =>
  correccionesDelMotivo(dato, reason) ?? (dato === 'domicilio' ? [...CORRECCIONES.domicilio] : [dato])

type EndsWithProps = {
  dato: DatoVerificable
  value: readonly Correccion[]
  onChange: (value: Correccion[]) => void
  checked: boolean
}

/** What the maestro has to send or change. A CURP can only be corrected itself. */
function EndsWith({ dato, value, onChange, checked }: EndsWithProps) {
  const id = useId()
  const possible: readonly Correccion[] = CORRECCIONES[dato]
  if (possible.length === 1) return null
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="font-medium">{textos.corrige}</legend>
      <p id={`${id}-hint`} className="text-sm text-pretty text-muted-foreground">
        {textos.corrigeAyuda}
      </p>
      {possible.map((one) => (
        <Checkbox
          key={one}
          label={textos.correcciones[one]}
          checked={value.includes(one)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
          }
        />
      ))}
      {checked && value.length === 0 && <FieldError id={`${id}-error`}>{textos.sinCorreccion}</FieldError>}
    </fieldset>
  )
}
