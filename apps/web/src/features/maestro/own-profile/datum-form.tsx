import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { reenviarCurp } from '@maestros/contrato/verificacion/reenviar-curp'
import { largoDe } from '@maestros/dominio/contacto/contacto'
import { CURP_LARGO, DOMICILIO } from '@maestros/dominio/limites'
import { miPerfil } from '@maestros/dominio/maestro/textos-de-mi-perfil'
import { normalizarCurp } from '@maestros/dominio/verificacion/curp'
import type { EstadoDeVerificacion } from '@maestros/dominio/verificacion/estados'
import { accionDe, verificacion } from '@maestros/dominio/verificacion/textos'
import { useRef, useState } from 'react'
import { callFunction } from '#lib/session/call-function.ts'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { updateMaestro } from './api/update-maestro.ts'
import { EditForm } from './edit-form.tsx'
import { useSave } from './use-save.ts'

/** The data that operators verify and that are texts. */
const DATA = {
  curp: {
    clean: normalizarCurp,
    valid: (text: string) => new RegExp(`^[A-Z0-9]{${CURP_LARGO}}$`).test(text),
  },
  domicilio: {
    clean: (text: string) => text.trim(),
    valid: (text: string) => largoDe(text) >= DOMICILIO.min && largoDe(text) <= DOMICILIO.max,
  },
} as const

type Props = {
  datum: keyof typeof DATA
  perfil: MiPerfil
  estado: EstadoDeVerificacion | undefined
  /** The sentence with the reason of a rejection. */
  rejection: string | undefined
  onDone: () => void
  /** Opens the dialog in which the proof of address is sent. */
  onSendProof: () => void
}

/**
 * CURP or address. A rejected one that is right can be sent again: the CURP as it is, the address with its proof, which is
 * the document that operators compare.
 */
export function DatumForm({ datum, perfil, estado, rejection, onDone, onSendProof }: Props) {
  const { clean, valid } = DATA[datum]
  const textos = miPerfil[datum]
  const [text, setText] = useState(perfil[datum] ?? '')
  const [submitted, setSubmitted] = useState(false)
  const field = useRef<HTMLElement | null>(null)
  const value = clean(text)
  const rejected = estado === 'rechazado'
  const resent = rejected && value === perfil[datum]
  const { saving, refusal, save } = useSave({
    save: async (changed: string) => {
      if (resent) await callFunction(reenviarCurp, {})
      else await updateMaestro(perfil.id, { [datum]: changed })
    },
    stored: (changed) => ({ [datum]: changed }),
    exito: resent ? miPerfil.curp.reenviado : textos.exito,
    error: miPerfil.errorGeneral,
    onDone,
  })
  const submit = (onSaved = onDone) => {
    setSubmitted(true)
    if (!valid(value)) field.current?.focus()
    else if (resent && datum === 'domicilio') onSendProof()
    else save(value, onSaved)
  }
  // A corrected address is saved before the dialog of its proof takes the place of this one.
  const sendProof = () => (resent ? onSendProof() : submit(onSendProof))
  const shared = {
    ref: (element: HTMLElement | null) => {
      field.current = element
    },
    spellCheck: false,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  }
  return (
    <EditForm
      titulo={textos.titulo}
      texto={textos.texto}
      aviso={
        rejected
          ? [rejection, textos.siEstaBien].filter(Boolean).join('\n')
          : estado === 'verificado'
            ? verificacion.aviso[datum]
            : undefined
      }
      saving={saving}
      onSubmit={() => submit()}
      onCancel={onDone}
    >
      <Field label={textos.campo} error={submitted ? (valid(value) ? refusal : textos.invalido) : undefined}>
        {(control) =>
          datum === 'curp' ? (
            <Input {...control} {...shared} autoComplete="off" className="uppercase" />
          ) : (
            <Textarea {...control} {...shared} autoComplete="street-address" rows={3} />
          )
        }
      </Field>
      {rejected && datum === 'domicilio' && (
        <Button variant="outline" disabled={saving} onClick={sendProof}>
          {accionDe('comprobante', true, perfil.documentos)}
        </Button>
      )}
    </EditForm>
  )
}
