import { codigoDeSegundoFactor } from '@maestros/dominio/operacion/formularios'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { type CodeResult, confirmCode, signOutOperator } from '#lib/session/operator/operator-session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'

const { codigo: textos, entrar } = operacion

type Props = {
  button: string
  /** The field has the focus when the form appears. */
  focused?: boolean
}

/** The six digits of the authenticator app. */
export function CodeForm({ button, focused = false }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const confirm = useMutation({
    mutationFn: confirmCode,
    onSuccess: (result) => {
      if (result.ok) return
      setError(sentenceFor(result))
      field.current?.select()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirm.isPending) return
    const digits = codigoDeSegundoFactor(code)
    setError(digits === null ? textos.errores.formato : null)
    if (digits === null) field.current?.focus()
    else confirm.mutate(digits)
  }
  return (
    <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <Field label={textos.campo} error={error ?? undefined}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="codigo"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={({ target }) => setCode(target.value)}
            className="text-xl tracking-widest tabular-nums"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="next"
        size="large"
        aria-busy={confirm.isPending}
        aria-disabled={confirm.isPending}
      >
        {confirm.isPending ? textos.enviando : button}
      </Button>
      <Button variant="ghost" onClick={() => void signOutOperator()}>
        {textos.otraCuenta}
      </Button>
    </Form>
  )
}

function sentenceFor(refused: Exclude<CodeResult, { ok: true }>): string {
  if (refused.reason === 'wrong') return textos.errores.equivocado
  if (refused.reason === 'offline') return entrar.errores.sinRespuesta
  return refused.message ?? entrar.errores.otro
}
