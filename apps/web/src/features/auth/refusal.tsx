import type { Role } from '@maestros/dominio/acceso'
import { acceso, entradas } from '@maestros/dominio/textos/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SignInResult } from '#lib/access.ts'
import { toast } from '#ui/toaster.tsx'

type Refusal = Extract<SignInResult, { ok: false }>

// A name for each: a notice that is on its way out cannot come back under the same one.
let tries = 0
const current = () => `sign-in-${tries}`

/** Says why a sign-in did not happen (specification, section 8). */
export function showRefusal(refusal: Refusal, role: Role) {
  const { title, description } = wording(refusal, role)
  toast.error(title, { id: current(), description })
}

/** A new try takes the last refusal away. */
export function forgetRefusal() {
  toast.dismiss(current())
  tries += 1
}

function wording(refusal: Refusal, role: Role): { title: string; description: ReactNode } {
  const { errores } = acceso
  switch (refusal.reason) {
    case 'credentials':
      return { title: errores.credenciales, description: entradas[role].credenciales }
    case 'unconfirmed':
      return { title: errores.sinConfirmar, description: errores.sinConfirmarTexto }
    case 'other-role':
      return { title: entradas[role].ajena.titulo, description: <OtherDoor role={role} /> }
    case 'invalid-role':
      return { title: errores.rolInvalido, description: errores.rolInvalidoTexto }
    case 'role-unknown':
      return { title: errores.otro, description: comun.rolSinVerificar }
    case 'offline':
      return { title: errores.otro, description: comun.sinConexion }
    case 'other':
      return { title: errores.otro, description: refusal.message }
  }
}

function OtherDoor({ role }: { role: Role }) {
  const { texto, enlace, ruta } = entradas[role].ajena
  return (
    <>
      {texto}{' '}
      <Link to={ruta} className="font-semibold text-primary underline underline-offset-4">
        {enlace}
      </Link>
    </>
  )
}
