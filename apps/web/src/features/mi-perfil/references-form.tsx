import type { MiPerfil, ReferenciaPropia } from '@maestros/contrato/funciones/maestro/mi-perfil'
import { REFERENCIA_DESCRIPCION_MAX, REFERENCIA_NOMBRE_MAX } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/textos/mi-perfil'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { updateMaestro } from './api/update-maestro.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

const { referencias: textos } = miPerfil
const { campos } = textos

/** The database stores no longer number. */
const NUMERO_MAX = 20

type Referencias = MiPerfil['referencias']
type Props = { perfil: MiPerfil; onDone: () => void }

/** Editing applies no validation: empty values are stored as null (specification, section 5). */
export function ReferencesForm({ perfil, onDone }: Props) {
  const [values, setValues] = useState(perfil.referencias)
  const { saving, refusal, save } = useSave({
    save: (referencias: Referencias) => updateMaestro(perfil.id, columnsOf(referencias)),
    stored: (referencias) => ({ referencias }),
    exito: textos.exito,
    error: textos.error,
    onDone,
  })
  const [first, second] = values
  return (
    <EditForm
      titulo={textos.titulo}
      texto={textos.texto}
      saving={saving}
      onSubmit={() => save(values)}
      onCancel={onDone}
    >
      <Reference number={1} value={first} onChange={(value) => setValues([value, second])} />
      <Reference number={2} value={second} onChange={(value) => setValues([first, value])} />
      {refusal && <FieldError id="referencias-error">{refusal}</FieldError>}
    </EditForm>
  )
}

type ReferenceProps = {
  number: 1 | 2
  value: ReferenciaPropia
  onChange: (value: ReferenciaPropia) => void
}

function Reference({ number, value, onChange }: ReferenceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-lg font-semibold">{campos.referencia(number)}</legend>
      <Field label={campos.nombre_cliente}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={REFERENCIA_NOMBRE_MAX}
            value={value.nombre_cliente ?? ''}
            onChange={(event) => onChange({ ...value, nombre_cliente: event.target.value })}
          />
        )}
      </Field>
      <Field label={campos.descripcion_trabajo}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={REFERENCIA_DESCRIPCION_MAX}
            value={value.descripcion_trabajo ?? ''}
            onChange={(event) => onChange({ ...value, descripcion_trabajo: event.target.value })}
          />
        )}
      </Field>
      <Field label={campos.numero_referencia}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="off"
            maxLength={NUMERO_MAX}
            value={value.numero_referencia ?? ''}
            onChange={(event) => onChange({ ...value, numero_referencia: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}

const columnsOf = ([first, second]: Referencias) => ({
  referencia1_nombre_cliente: textOrNull(first.nombre_cliente),
  referencia1_descripcion_trabajo: textOrNull(first.descripcion_trabajo),
  referencia1_numero_referencia: textOrNull(first.numero_referencia),
  referencia2_nombre_cliente: textOrNull(second.nombre_cliente),
  referencia2_descripcion_trabajo: textOrNull(second.descripcion_trabajo),
  referencia2_numero_referencia: textOrNull(second.numero_referencia),
})

const textOrNull = (text: string | null): string | null => text?.trim() || null
