import { operacionAcceso } from '@maestros/contrato/operacion/operacion-acceso'
import { acceso as palabras } from '@maestros/dominio/acceso/textos'
import { AccesoDeOperador } from '@maestros/dominio/operacion/formularios'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callOperator, signOutOperator } from '#lib/session/operator/operator-session.ts'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { PasswordInput } from '#ui/fields/password-input.tsx'
import { isMissing, sentenceOf } from '../error-sentences.ts'

const { acceso: textos } = operacion

type Name = 'contrasena' | 'confirmacion'

/** Sets the password of an operator with the token of an access link. Without a token the link is incomplete. */
export function SetPassword({ token }: { token: string | null }) {
  const [values, setValues] = useState<Record<Name, string>>({ contrasena: '', confirmacion: '' })
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const fields = { contrasena: useRef<HTMLInputElement>(null), confirmacion: useRef<HTMLInputElement>(null) }
  const save = useMutation({
    mutationFn: (input: { token: string; contrasena: string }) => callOperator(operacionAcceso, input),
    // The server has ended all sessions of the operator: one of this tab is over too.
    onSuccess: () => signOutOperator(),
  })
  const expired = token === null || isMissing(save.error)
  if (save.isSuccess) {
    return (
      <>
        <StepHeading title={textos.listo.titulo} focused>
          {textos.listo.texto}
        </StepHeading>
        <Link
          to="/operacion"
          className={buttonClass({ variant: 'next', size: 'large', className: 'mt-6 w-full' })}
        >
          {textos.entrar}
        </Link>
      </>
    )
  }
  if (expired) {
    return (
      <StepHeading title={textos.vencido.titulo} focused={token !== null}>
        {textos.vencido.texto}
      </StepHeading>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const checked = AccesoDeOperador.safeParse(values)
    const found: typeof errors = {}
    for (const { path, message } of checked.error?.issues ?? []) {
      const name = path[0] === 'confirmacion' ? 'confirmacion' : 'contrasena'
      found[name] ??= message
    }
    setErrors(found)
    if (checked.success) save.mutate({ token, contrasena: values.contrasena })
    else fields[found.contrasena ? 'contrasena' : 'confirmacion'].current?.focus()
  }
  const fieldOf = (name: Name, label: string, hint?: string) => (
    <Field label={label} error={errors[name]} hint={errors[name] ? undefined : hint}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={fields[name]}
          name={name}
          autoComplete="new-password"
          showLabel={palabras.mostrarContrasena}
          hideLabel={palabras.ocultarContrasena}
          required
          value={values[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <StepHeading title={textos.titulo}>{textos.texto}</StepHeading>
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-6 grid gap-5">
        {fieldOf('contrasena', textos.nueva, textos.pista)}
        {fieldOf('confirmacion', textos.confirmar)}
        {save.isError && (
          <p role="alert" className="text-pretty text-destructive">
            {sentenceOf(save.error)}
          </p>
        )}
        <Button
          type="submit"
          variant="next"
          size="large"
          aria-busy={save.isPending}
          aria-disabled={save.isPending}
        >
          {save.isPending ? textos.enviando : textos.boton}
        </Button>
      </Form>
    </>
  )
}
