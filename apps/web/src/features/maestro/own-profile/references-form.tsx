import type { MiPerfil, ReferenciaPropia } from '@maestros/contrato/maestro/mi-perfil'
import { largoDe } from '@maestros/dominio/contacto/contacto'
import { REFERENCIA_DESCRIPCION_MAX } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { type CampoDeOnboarding, errorDeLargo } from '@maestros/dominio/onboarding/formulario'
import { useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { Field, FieldError } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { updateMaestro } from './api/update-maestro.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

const { referencias: textos } = miPerfil
const { campos } = textos

/** The database stores no longer number. */
const NUMERO_MAX = 20

type Referencias = MiPerfil['referencias']
type Props = { perfil: MiPerfil; onDone: () => void }

/** Editing validates nothing but the length: empty values are stored as null (specification, section 5). */
export function ReferencesForm({ perfil, onDone }: Props) {
  const [values, setValues] = useState(perfil.referencias)
  const [submitted, setSubmitted] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const { saving, refusal, save } = useSave({
    save: (referencias: Referencias) => updateMaestro(perfil.id, columnsOf(referencias)),
    stored: (referencias) => ({ referencias }),
    exito: textos.exito,
    error: textos.error,
    onDone,
  })
  const [first, second] = values
  const error = errorDeLargo(1, textsOf(first)) ?? errorDeLargo(2, textsOf(second))
  const submit = () => {
    setSubmitted(true)
    if (error) fields.current?.querySelector<HTMLElement>(`[data-campo="${error.campo}"]`)?.focus()
    else save(values)
  }
  const errorOf = (campo: CampoDeOnboarding) =>
    submitted && error?.campo === campo ? error.mensaje : undefined
  return (
    <EditForm titulo={textos.titulo} texto={textos.texto} saving={saving} onSubmit={submit} onCancel={onDone}>
      <div ref={fields} className="grid gap-4">
        <Reference
          number={1}
          value={first}
          onChange={(value) => setValues([value, second])}
          errorOf={errorOf}
        />
        <Reference
          number={2}
          value={second}
          onChange={(value) => setValues([first, value])}
          errorOf={errorOf}
        />
      </div>
      {!error && refusal && <FieldError id="referencias-error">{refusal}</FieldError>}
    </EditForm>
  )
}

type ReferenceProps = {
  number: 1 | 2
  value: ReferenciaPropia
  onChange: (value: ReferenciaPropia) => void
  errorOf: (campo: CampoDeOnboarding) => string | undefined
}

function Reference({ number, value, onChange, errorOf }: ReferenceProps) {
  const { nombre_cliente, descripcion_trabajo } = textsOf(value)
  const [name, work] = [
    `referencia${number}_nombre_cliente`,
    `referencia${number}_descripcion_trabajo`,
  ] as const
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-lg font-semibold">{campos.referencia(number)}</legend>
      <Field label={campos.nombre_cliente} error={errorOf(name)}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            data-campo={name}
            value={nombre_cliente}
            onChange={(event) => onChange({ ...value, nombre_cliente: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={campos.descripcion_trabajo}
        error={errorOf(work)}
        aside={<CharacterCount length={largoDe(descripcion_trabajo)} max={REFERENCIA_DESCRIPCION_MAX} />}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            data-campo={work}
            value={descripcion_trabajo}
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

const textsOf = ({ nombre_cliente, descripcion_trabajo }: ReferenciaPropia) => ({
  nombre_cliente: nombre_cliente ?? '',
  descripcion_trabajo: descripcion_trabajo ?? '',
})

const columnsOf = ([first, second]: Referencias) => ({
  referencia1_nombre_cliente: textOrNull(first.nombre_cliente),
  referencia1_descripcion_trabajo: textOrNull(first.descripcion_trabajo),
  referencia1_numero_referencia: textOrNull(first.numero_referencia),
  referencia2_nombre_cliente: textOrNull(second.nombre_cliente),
  referencia2_descripcion_trabajo: textOrNull(second.descripcion_trabajo),
  referencia2_numero_referencia: textOrNull(second.numero_referencia),
})

const textOrNull = (text: string | null): string | null => text?.trim() || null
