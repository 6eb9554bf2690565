import type { Role } from '@maestros/dominio/acceso/roles'
import { acceso } from '@maestros/dominio/acceso/textos'
import { codigosDeAcceso } from '@maestros/dominio/acceso/textos-de-codigos'
import { confirmacion } from '@maestros/dominio/acceso/textos-de-confirmacion'
import { type ReactNode, useEffect, useState } from 'react'
import { type ResendResult, resendConfirmation } from '#lib/session/email-code.ts'
import { useConfirmationPath } from '#lib/session/wanted-path.ts'
import { Button } from '#ui/elements/button.tsx'
import { CodeForm } from './forms/code-form.tsx'
import { AccessNotice } from './notices/access-notice.tsx'
import { dismissRefusalToast, failureText, showRefusalToast } from './notices/refusal-toast.tsx'

type Props = {
  as: Role
  /** The address of the account; undefined for a visitor whose link did not work. */
  email: string | undefined
  /** Whether the focus moves to the code. Not while a password is typed: the code is readable, and this may be loaded late. */
  takesFocus: () => boolean
}

/** The ways to confirm an account without the link of the first e-mail. Lazy: few visitors of the sign-in screens need it. */
export default function ConfirmEmail({ as: role, email, takesFocus }: Props) {
  const { pendiente, enlace } = confirmacion
  const path = useConfirmationPath(role)
  const [focused] = useState(takesFocus)
  return (
    <AccessNotice
      title={email === undefined ? enlace.titulo : pendiente.titulo}
      below={
        <CodeForm
          kind="signup"
          email={email}
          focused={focused}
          submit={confirmacion.confirmar}
          submitting={confirmacion.confirmando}
          below={(readEmail) => <Resend readEmail={readEmail} path={path} />}
        />
      }
    >
      {email === undefined ? enlace.texto : <Sent email={email} />}
    </AccessNotice>
  )
}

function Sent({ email }: { email: string }): ReactNode {
  const { texto, siguiente, noLlega } = confirmacion.pendiente
  return (
    <>
      {texto} <strong className="font-semibold break-words">{email}</strong>. {siguiente} {noLlega}
    </>
  )
}

function Resend({ readEmail, path }: { readEmail: () => string | null; path: string }) {
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const [seconds, setSeconds] = useCountdown()
  const waits = sending || seconds > 0

  const resend = async () => {
    const email = readEmail()
    if (email === null) return
    dismissRefusalToast()
    setSent(false)
    setSending(true)
    const result = await resendConfirmation(email, path)
    setSending(false)
    setSent(result.ok)
    if (result.ok) return
    if (result.reason === 'wait') setSeconds(result.seconds ?? 0)
    showRefusal(result)
  }

  return (
    <>
      <Button variant="ghost" aria-disabled={waits} onClick={() => void (waits || resend())}>
        {sending
          ? confirmacion.reenviando
          : seconds > 0
            ? confirmacion.reenviarEn(seconds)
            : confirmacion.reenviar}
      </Button>
      <p role="status" className="text-pretty empty:hidden">
        {sent && confirmacion.reenviado}
      </p>
    </>
  )
}

function showRefusal(refusal: Extract<ResendResult, { ok: false }>) {
  const { errores } = confirmacion
  switch (refusal.reason) {
    case 'wait':
      return showRefusalToast(errores.sinReenvio, codigosDeAcceso.over_email_send_rate_limit)
    case 'offline':
    case 'other':
      return showRefusalToast(errores.sinReenvio, failureText(refusal, acceso.errores.sinMensaje))
  }
}

/** Counts the seconds down to zero. */
function useCountdown(): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
