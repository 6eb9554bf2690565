import { type Eleccion, guardarElecciones } from '@maestros/contrato/maestro/guardar-elecciones'
import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { useState } from 'react'
import { CataloguePicker } from '#entities/catalogue/catalogue-picker.tsx'
import { callFunction } from '#lib/session/call-function.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

type Props = { tipo: Eleccion; perfil: MiPerfil; onDone: () => void }

/** The trades or the boroughs of the own profile: at least one, the first is the main one. */
export function ChoicesForm({ tipo, perfil, onDone }: Props) {
  const textos = miPerfil[tipo]
  const [chosen, setChosen] = useState(perfil[tipo])
  const [submitted, setSubmitted] = useState(false)
  const { saving, refusal, save } = useSave({
    save: async (nombres: string[]) => {
      await callFunction(guardarElecciones, { tipo, nombres })
    },
    stored: (nombres) => ({ [tipo]: nombres }),
    exito: textos.exito,
    error: textos.error,
    onDone,
  })
  const submit = () => {
    setSubmitted(true)
    if (chosen.length > 0) save(chosen)
  }
  return (
    <EditForm titulo={textos.titulo} texto={textos.texto} saving={saving} onSubmit={submit} onCancel={onDone}>
      <CataloguePicker
        tipo={tipo}
        textos={textos}
        chosen={chosen}
        onChange={setChosen}
        error={submitted ? (chosen.length > 0 ? refusal : textos.ninguno) : undefined}
      />
    </EditForm>
  )
}
