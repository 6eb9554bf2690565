import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { MOTIVO_MAX, MOTIVO_MIN } from '@maestros/dominio/verificacion/estados'
import { useRef, useState } from 'react'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type CuentaCompleta, useSuspend } from '../api/cuentas.ts'
import { sentenceOf } from '../error-sentences.ts'
import { ReasonField, useReason } from '../reason-field.tsx'
import { SentForm } from '../sent-form.tsx'

const { suspension: textos, cuenta: palabras } = operacion
const LIMITS = { min: MOTIVO_MIN, max: MOTIVO_MAX }

/** The button that suspends or restores an account, with its dialog. */
export function SuspensionDialog({ cuenta: { id, suspendida_en } }: { cuenta: CuentaCompleta }) {
  const [open, setOpen] = useState(false)
  /** What the open dialog does: the account has changed when it closes. */
  const [suspending, setSuspending] = useState(true)
  const suspend = useSuspend(id)
  const isActive = suspendida_en === null
  return (
    <div>
      <Button
        variant={isActive ? 'destructive-outline' : 'outline'}
        aria-haspopup="dialog"
        onClick={() => {
          suspend.reset()
          setSuspending(isActive)
          setOpen(true)
        }}
      >
        {isActive ? palabras.suspender : palabras.restaurar}
      </Button>
      <Dialog
        open={open}
        locked={suspend.isPending}
        onOpenChange={(next) => {
          if (!suspend.isPending) setOpen(next)
        }}
      >
        <DialogContent closeLabel={comun.cerrar}>
          <SuspensionForm id={id} suspending={suspending} suspend={suspend} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </div>
  )
}

type FormProps = {
  id: string
  suspending: boolean
  suspend: ReturnType<typeof useSuspend>
  onDone: () => void
}

function SuspensionForm({ id, suspending, suspend, onDone }: FormProps) {
  const words = suspending ? textos.suspender : textos.restaurar
  const reason = useReason(`motivo ${suspending} ${id}`, LIMITS)
  const message = useReason(`mensaje ${suspending} ${id}`, LIMITS, { optional: true })
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const messageField = useRef<HTMLTextAreaElement>(null)
  const submit = () => {
    const [reasonIsRight, messageIsRight] = [reason.check(), message.check()]
    if (!reasonIsRight) return reasonField.current?.focus()
    if (!messageIsRight) return messageField.current?.focus()
    const mensaje = message.text.trim()
    suspend.mutate(
      { suspender: suspending, motivo: reason.text.trim(), ...(mensaje !== '' && { mensaje }) },
      {
        onSuccess: () => {
          reason.clear()
          message.clear()
          toast.success(words.hecho)
          onDone()
        },
      },
    )
  }
  return (
    <SentForm
      button={words.boton}
      sending={words.enviando}
      destructive={suspending}
      pending={suspend.isPending}
      failure={suspend.isError ? sentenceOf(suspend.error) : null}
      onSubmit={submit}
    >
      <div>
        <DialogTitle>{words.titulo}</DialogTitle>
        <DialogDescription>{words.texto}</DialogDescription>
      </div>
      <ReasonField
        label={textos.motivo}
        hint={textos.motivoAyuda}
        reason={reason}
        readOnly={suspend.isPending}
        fieldRef={reasonField}
      />
      <ReasonField
        label={textos.mensaje}
        hint={textos.mensajeAyuda}
        reason={message}
        readOnly={suspend.isPending}
        fieldRef={messageField}
      />
    </SentForm>
  )
}
