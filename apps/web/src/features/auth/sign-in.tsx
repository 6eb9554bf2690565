import { zodResolver } from '@hookform/resolvers/zod'
import type { Role } from '@maestros/dominio/acceso'
import { Entrada } from '@maestros/dominio/formularios/acceso'
import { acceso, entradas } from '@maestros/dominio/textos/acceso'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { signIn } from '#lib/access.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { forgetRefusal, showRefusal } from './refusal.tsx'

const link = 'font-medium text-primary underline underline-offset-4 hover:text-primary-strong'

/** Both doors are this one. Where a success leads is the guard's business, since it knows the account. */
export function SignIn({ as: role }: { as: Role }) {
  const textos = entradas[role]
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(Entrada),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (input) => {
    forgetRefusal()
    const result = await signIn(input, role)
    if (result.ok) return
    showRefusal(result, role)
    if (result.reason === 'credentials') setFocus('password', { shouldSelect: true })
  })

  return (
    <>
      <h1 className="text-2xl font-semibold">{textos.titulo}</h1>
      <p className="mt-1 text-muted-foreground">{textos.entrada}</p>
      <form noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <Field label={acceso.correo} error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
        <Field label={acceso.contrasena} error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password')}
              autoComplete="current-password"
              showLabel={acceso.mostrarContrasena}
              hideLabel={acceso.ocultarContrasena}
              required
            />
          )}
        </Field>
        <p className="-mt-2 text-right text-sm">
          <Link to={textos.olvido.ruta} className={`${link} inline-block py-2`}>
            {textos.olvido.enlace}
          </Link>
        </p>
        <Button type="submit" variant="next" size="large" disabled={isSubmitting}>
          {isSubmitting ? acceso.entrando : acceso.entrar}
        </Button>
      </form>
      <div className="mt-8 grid gap-1 border-t border-border pt-6 text-center">
        {[textos.alta, textos.otroRol].map(({ pregunta, enlace, ruta }) => (
          <p key={ruta} className="text-muted-foreground">
            {pregunta}{' '}
            <Link to={ruta} className={`${link} inline-block py-2`}>
              {enlace}
            </Link>
          </p>
        ))}
      </div>
    </>
  )
}
