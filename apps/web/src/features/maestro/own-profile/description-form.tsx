import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { largoDe } from '@maestros/dominio/contacto/contacto'
import { DESCRIPCION } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { useRef, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { updateMaestro } from './api/update-maestro.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

const { descripcion: textos } = miPerfil

type Props = { perfil: MiPerfil; onDone: () => void }

export function DescriptionForm({ perfil, onDone }: Props) {
  const [text, setText] = useState(perfil.descripcion ?? '')
  const [submitted, setSubmitted] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { saving, refusal, save } = useSave({
    save: (descripcion: string) => updateMaestro(perfil.id, { descripcion }),
    stored: (descripcion) => ({ descripcion }),
    exito: textos.exito,
    error: textos.error,
    onDone,
  })
  const length = largoDe(text)
  const valid = length >= DESCRIPCION.min && length <= DESCRIPCION.max
  const submit = () => {
    setSubmitted(text)
    if (valid) save(text.trim())
    else field.current?.focus()
  }
  return (
    <EditForm titulo={textos.titulo} texto={textos.texto} saving={saving} onSubmit={submit} onCancel={onDone}>
      <Field
        label={textos.campo}
        hint={textos.ayuda}
        error={
          submitted === null ? undefined : valid ? (submitted === text ? refusal : undefined) : textos.largo
        }
        aside={<CharacterCount length={length} max={DESCRIPCION.max} />}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </EditForm>
  )
}
