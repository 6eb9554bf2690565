import { type Eleccion, guardarElecciones } from '@maestros/contrato/funciones/maestro/guardar-elecciones'
import type { MiPerfil } from '@maestros/contrato/funciones/maestro/mi-perfil'
import { ALCALDIAS_POR_MAESTRO_MAX, OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/textos/mi-perfil'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alcaldiasQuery } from '#entities/catalogue/alcaldias.ts'
import { ChoicePicker } from '#entities/catalogue/choice-picker.tsx'
import { oficiosQuery } from '#entities/catalogue/oficios.ts'
import { callFunction } from '#lib/functions.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

const MAXIMUM: Record<Eleccion, number> = {
  oficios: OFICIOS_POR_MAESTRO_MAX,
  alcaldias: ALCALDIAS_POR_MAESTRO_MAX,
}

type Props = { tipo: Eleccion; perfil: MiPerfil; onDone: () => void }

/** The trades or the boroughs of the own profile: at least one, the first is the main one. */
export function ChoicesForm({ tipo, perfil, onDone }: Props) {
  const textos = miPerfil[tipo]
  const oficios = useQuery({ ...oficiosQuery, enabled: tipo === 'oficios' })
  const alcaldias = useQuery({ ...alcaldiasQuery, enabled: tipo === 'alcaldias' })
  const catalogue = tipo === 'oficios' ? oficios : alcaldias
  const [chosen, setChosen] = useState(perfil[tipo])
  const [submitted, setSubmitted] = useState(false)
  const { saving, refusal, save } = useSave({
    save: async (nombres: string[]) => {
      await callFunction(guardarElecciones, { tipo, nombres })
    },
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
      <ChoicePicker
        textos={textos}
        options={catalogue.data?.map(({ nombre }) => nombre)}
        failed={catalogue.isError}
        onRetry={() => void catalogue.refetch()}
        chosen={chosen}
        onChange={setChosen}
        max={MAXIMUM[tipo]}
        error={submitted ? (chosen.length > 0 ? refusal : textos.ninguno) : undefined}
      />
    </EditForm>
  )
}
