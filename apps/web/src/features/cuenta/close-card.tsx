import type { Role } from '@maestros/dominio/acceso/roles'
import { acceso } from '@maestros/dominio/acceso/textos'
import { misDatos } from '@maestros/dominio/cuenta/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isUnreachable, rateLimitSentence } from '#lib/client/call-error.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { DialogCard } from '#ui/dialogs/dialog-card.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { PasswordInput } from '#ui/fields/password-input.tsx'
import { closeAccount, Unanswered, WrongPassword } from './api/close-account.ts'

const { cerrar: textos } = misDatos

type Owner = { userId: string; role: Role }

export function CloseCard({ userId, role }: Owner) {
  /** The request cannot be taken back: 'Conservar mi cuenta' would be untrue meanwhile. */
  const [sent, setSent] = useState(false)
  return (
    <DialogCard
      title={textos.titulo}
      text={textos.texto[role]}
      button={textos.abrir}
      closeLabel={comun.cerrar}
      destructive
      locked={sent}
    >
      {(close) => <CloseForm userId={userId} role={role} sent={sent} onSent={setSent} onCancel={close} />}
    </DialogCard>
  )
}

type Props = Owner & { sent: boolean; onSent: (sent: boolean) => void; onCancel: () => void }

function CloseForm({ userId, role, sent, onSent, onCancel }: Props) {
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const close = useMutation({
    mutationFn: closeAccount,
    onSettled: () => onSent(false),
    onError: (cause) => {
      if (!(cause instanceof WrongPassword)) logFailure('closing the account', cause)
    },
  })
  const dialog = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    dialog.current = controller
    return () => controller.abort()
  }, [])
  const wrong = close.error instanceof WrongPassword
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(password === '')
    if (password === '' || close.isPending) return
    close.mutate({ userId, password, signal: dialog.current.signal, onSent: () => onSent(true) })
  }
  const error = empty ? textos.vacia : wrong ? textos.incorrecta : undefined
  return (
    <Form early={comun.formulario} noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <DialogTitle>{textos.dialogo}</DialogTitle>
        <DialogDescription>{textos.dialogoTexto[role]}</DialogDescription>
      </div>
      <Field label={textos.contrasena} error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setEmpty(false)
            }}
            autoComplete="current-password"
            showLabel={acceso.mostrarContrasena}
            hideLabel={acceso.ocultarContrasena}
            required
          />
        )}
      </Field>
      {close.isError && !wrong && (
        <p role="alert" className="text-destructive">
          {close.error instanceof Unanswered
            ? textos.sinRespuesta
            : isUnreachable(close.error)
              ? comun.sinConexion
              : (rateLimitSentence(close.error) ?? textos.fallo)}
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="outline" aria-disabled={sent} onClick={onCancel}>
          {textos.cancelar}
        </Button>
        <Button type="submit" variant="destructive" aria-busy={close.isPending}>
          {close.isPending ? textos.confirmando : textos.confirmar}
        </Button>
      </div>
    </Form>
  )
}
