import { acceso } from '@maestros/dominio/acceso/textos'
import { EntradaDeOperador } from '@maestros/dominio/operacion/formularios'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, useRef, useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { type OperatorSignIn, signInOperator } from '#lib/session/operator/operator-session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Note } from '#ui/elements/note.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'
import { PasswordInput } from '#ui/fields/password-input.tsx'

const { entrar: textos } = operacion

type Refused = Exclude<OperatorSignIn, { ok: true }>

/** `ended`: the last session was ended by the server. */
export function SignIn({ ended }: { ended: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  const [refused, setRefused] = useState<Refused | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const enter = useMutation({
    mutationFn: signInOperator,
    onSuccess: (result) => {
      if (result.ok) return
      setRefused(result)
      passwordField.current?.select()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enter.isPending) return
    setRefused(null)
    const checked = EntradaDeOperador.safeParse({ email, password })
    const found: typeof errors = {}
    for (const { path, message } of checked.error?.issues ?? []) {
      if (path[0] === 'email') found.email ??= message
      else found.password ??= message
    }
    setErrors(found)
    if (checked.success) enter.mutate(checked.data)
    else (found.email ? emailField : passwordField).current?.focus()
  }
  return (
    <>
      <StepHeading title={textos.titulo}>{textos.texto}</StepHeading>
      {ended && <Note>{textos.terminada}</Note>}
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-6 grid gap-5">
        <Field label={textos.correo} error={errors.email}>
          {(control) => (
            <Input
              {...control}
              ref={emailField}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <Field label={textos.contrasena} error={errors.password}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordField}
              name="password"
              autoComplete="current-password"
              showLabel={acceso.mostrarContrasena}
              hideLabel={acceso.ocultarContrasena}
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        {refused && (
          <p role="alert" className="text-pretty text-destructive">
            {sentenceFor(refused)}
          </p>
        )}
        <Button
          type="submit"
          variant="next"
          size="large"
          aria-busy={enter.isPending}
          aria-disabled={enter.isPending}
        >
          {enter.isPending ? textos.enviando : textos.boton}
        </Button>
      </Form>
    </>
  )
}

function sentenceFor(refused: Refused): string {
  const { errores } = textos
  switch (refused.reason) {
    case 'credentials':
      return errores.credenciales
    case 'not-operator':
      return errores.ajena
    case 'suspended':
      return errores.suspendida
    case 'offline':
      return errores.sinRespuesta
    case 'other':
      return refused.message ?? errores.otro
  }
}
