import type { Contacto } from '@maestros/contrato/funciones/contacto/track-contact-access'
import { MOTIVOS, type Motivo, motivoValido } from '@maestros/dominio/contacto'
import { comun } from '@maestros/dominio/textos/comun'
import { contacto } from '@maestros/dominio/textos/contacto'
import { type FormEvent, useState } from 'react'
import { CallError } from '#lib/call-error.ts'
import { Button } from '#ui/button.tsx'
import { DialogDescription } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { useTrackContactAccess } from './api/track-contact-access.ts'
import { ReasonDetail } from './reason-detail.tsx'
import { StageTitle } from './stage-title.tsx'

const { motivo: textos } = contacto

type Props = {
  maestroId: string
  nombre: string
  contexto: { alcaldia: string; servicio: string }
  /** Also called when the dialog was closed before the answer came. */
  onUnlocked: (contacto: Contacto) => void
  onDone: () => void
}

export function ReasonStage({ maestroId, nombre, contexto, onUnlocked, onDone }: Props) {
  const [motivo, setMotivo] = useState<Motivo | null>(null)
  const [detalle, setDetalle] = useState('')
  const access = useTrackContactAccess(onUnlocked)
  const valid = motivoValido(motivo, detalle)

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!valid || motivo === null || access.isPending) return
    const extra = motivo === 'otro' ? { detalle: detalle.trim() } : {}
    access.mutate({ maestro_id: maestroId, motivo, ...extra, contexto }, { onSuccess: onDone })
  }

  return (
    <Form early={comun.formulario} onSubmit={confirm}>
      <StageTitle>{textos.titulo}</StageTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{textos.texto(nombre)}</DialogDescription>
      <fieldset className="mt-4 grid gap-2">
        <legend className="sr-only">{textos.grupo}</legend>
        {MOTIVOS.map((option) => (
          <label
            key={option}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3.5 py-2 has-checked:border-primary has-checked:bg-primary-tint"
          >
            <input
              type="radio"
              name="motivo"
              value={option}
              checked={motivo === option}
              onChange={() => setMotivo(option)}
              className="size-5 shrink-0 accent-(--primary)"
            />
            {textos.motivos[option]}
          </label>
        ))}
      </fieldset>
      {motivo === 'otro' && <ReasonDetail value={detalle} onChange={setDetalle} />}
      {access.isError && (
        <p role="alert" className="mt-4 text-destructive">
          {failureText(access.error)}
        </p>
      )}
      <Button
        type="submit"
        variant="next"
        size="large"
        className="mt-5 w-full"
        disabled={!valid}
        aria-busy={access.isPending}
      >
        {access.isPending ? textos.confirmando : textos.confirmar}
      </Button>
    </Form>
  )
}

/** Codes of refusals whose sentence the person can act on: the daily limit, contact data in the reason, and so on. */
const REFUSALS: readonly string[] = ['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED']

function failureText(error: unknown): string {
  return error instanceof CallError && REFUSALS.includes(error.code) ? error.message : textos.fallo
}
