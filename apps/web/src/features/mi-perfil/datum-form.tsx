import type { MiPerfil } from '@maestros/contrato/funciones/maestro/mi-perfil'
import { largoDe } from '@maestros/dominio/contacto'
import { CURP_LARGO, DOMICILIO } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/textos/mi-perfil'
import { verificacion } from '@maestros/dominio/textos/verificacion'
import { useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { updateMaestro } from './api/update-maestro.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

/** The data that operators verify and that are texts. */
const DATA = {
  curp: {
    clean: (text: string) => text.trim().toUpperCase(),
    valid: (text: string) => new RegExp(`^[A-Z0-9]{${CURP_LARGO}}$`).test(text),
    autoComplete: 'off',
  },
  domicilio: {
    clean: (text: string) => text.trim(),
    valid: (text: string) => largoDe(text) >= DOMICILIO.min && largoDe(text) <= DOMICILIO.max,
    autoComplete: 'street-address',
  },
} as const

type Props = { datum: keyof typeof DATA; perfil: MiPerfil; verified: boolean; onDone: () => void }

export function DatumForm({ datum, perfil, verified, onDone }: Props) {
  const { clean, valid, autoComplete } = DATA[datum]
  const textos = miPerfil[datum]
  const [text, setText] = useState(perfil[datum] ?? '')
  const [submitted, setSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { saving, refusal, save } = useSave({
    save: (value: string) =>
      updateMaestro(perfil.id, datum === 'curp' ? { curp: value } : { domicilio: value }),
    exito: textos.exito,
    error: miPerfil.errorGeneral,
    onDone,
  })
  const value = clean(text)
  const submit = () => {
    setSubmitted(true)
    if (valid(value)) save(value)
    else field.current?.focus()
  }
  return (
    <EditForm
      titulo={textos.titulo}
      texto={textos.texto}
      aviso={verified ? verificacion.aviso[datum] : undefined}
      saving={saving}
      onSubmit={submit}
      onCancel={onDone}
    >
      <Field label={textos.campo} error={submitted ? (valid(value) ? refusal : textos.invalido) : undefined}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            autoComplete={autoComplete}
            spellCheck={false}
            className={datum === 'curp' ? 'uppercase' : ''}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </EditForm>
  )
}
