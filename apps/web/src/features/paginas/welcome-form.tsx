import { sendBuscadorWelcomeEmail } from '@maestros/contrato/onboarding/send-buscador-welcome-email'
import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import type { Role } from '@maestros/dominio/acceso/roles'
import { testEmail as textos } from '@maestros/dominio/paginas/textos-de-test-email'
import { type FormEvent, useState } from 'react'
import { CallError, isUnreachable } from '#lib/client/call-error.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Field, FieldError } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One of the two buttons of the test page, with the id of the account. */
export function WelcomeForm({ of: role }: { of: Role }) {
  const own = textos[role]
  const [id, setId] = useState<string>(own.sample)
  const [invalid, setInvalid] = useState(false)
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: boolean; text: string } | null>(null)

  const send = async (typed: string) => {
    setSending(true)
    setOutcome(
      await sendWelcome(role, typed).then(
        () => ({ sent: true, text: own.sent }),
        (cause: unknown) => ({ sent: false, text: failureText(cause, own.unknown) }),
      ),
    )
    setSending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = id.trim()
    const wrong = !UUID.test(typed)
    setInvalid(wrong)
    if (sending) return
    setOutcome(null)
    if (!wrong) void send(typed)
  }
  return (
    <Card>
      <Form early={textos.early} noValidate onSubmit={submit} className="grid gap-4">
        <Field label={own.label} error={invalid ? textos.invalid : undefined}>
          {(control) => (
            <Input
              {...control}
              name={`${role}_id`}
              value={id}
              onChange={({ target }) => setId(target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" aria-busy={sending}>
          {sending ? textos.sending : own.send}
        </Button>
        <div role="status">{outcome?.sent && <p>{outcome.text}</p>}</div>
        {outcome && !outcome.sent && <FieldError id={`${role}-failure`}>{outcome.text}</FieldError>}
      </Form>
    </Card>
  )
}

function failureText(cause: unknown, unknown: string): string {
  if (isUnreachable(cause)) return textos.offline
  if (cause instanceof CallError && cause.code === 'NOT_FOUND') return unknown
  return textos.failed(cause instanceof CallError && cause.code !== '' ? cause.code : 'unknown error')
}

/** Sends a welcome e-mail again, which the server does outside production only. */
const sendWelcome = (role: Role, id: string) =>
  role === 'maestro'
    ? callFunction(sendMaestroWelcomeEmail, { maestro_id: id, forzar: true })
    : callFunction(sendBuscadorWelcomeEmail, { buscador_id: id, forzar: true })
