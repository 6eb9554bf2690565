import { guardarContacto } from '@maestros/contrato/maestro/guardar-contacto'
import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import {
  campoDelRechazo,
  type Datos,
  datosLimpios,
  errorDeDatos,
} from '@maestros/dominio/onboarding/formulario'
import type { EstadoDeVerificacion } from '@maestros/dominio/verificacion/estados'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { useRef, useState } from 'react'
import { DatosFields } from '#entities/fields/datos-fields.tsx'
import { callFunction } from '#lib/session/call-function.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

const { contacto: textos } = miPerfil

type Props = {
  perfil: MiPerfil
  /** Of the INE, which has the name too. */
  estado: EstadoDeVerificacion | undefined
  /** The sentence with the reason of a rejection that a new name ends. */
  rejection: string | undefined
  onDone: () => void
}

/** Name and phone, by the rules of onboarding. */
export function ContactForm({ perfil, estado, rejection, onDone }: Props) {
  const { nombre, apellido, telefono } = perfil
  const [datos, setDatos] = useState<Datos>({ nombre, apellido, telefono: telefono ?? '' })
  const [submitted, setSubmitted] = useState<Datos | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  const { saving, refusal, save } = useSave({
    save: async (changed: Datos) => {
      await callFunction(guardarContacto, changed)
    },
    stored: datosLimpios,
    exito: textos.exito,
    error: textos.error,
    onDone,
  })
  const submit = () => {
    setSubmitted(datos)
    const error = errorDeDatos(datos)
    if (error) fields.current?.querySelector<HTMLElement>(`[data-campo="${error.campo}"]`)?.focus()
    else save(datos)
  }
  const errorOf = (campo: keyof Datos) => {
    if (submitted === null) return undefined
    const error = errorDeDatos(datos)
    if (error) return error.campo === campo ? error.mensaje : undefined
    // What the server refused is not wrong any more once it is changed.
    const refused = refusal && submitted === datos ? campoDelRechazo(refusal)?.campo : undefined
    return refused === campo ? refusal : undefined
  }
  return (
    <EditForm
      titulo={textos.titulo}
      texto={textos.texto}
      aviso={
        estado === 'verificado' || estado === 'en_revision' ? verificacion.avisoDeNombre[estado] : rejection
      }
      saving={saving}
      onSubmit={submit}
      onCancel={onDone}
    >
      <div ref={fields}>
        <DatosFields datos={datos} onChange={setDatos} errorOf={errorOf} />
      </div>
    </EditForm>
  )
}
