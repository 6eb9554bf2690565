import type { Role } from '@maestros/dominio/acceso/roles'
import { acceso, entradas } from '@maestros/dominio/acceso/textos'
import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import type { SignInResult } from '#lib/session/sign-in-and-out.ts'
import { failureText, showRefusalToast, WithLink } from './refusal-toast.tsx'
import { SuspendedText } from './suspended-notice.tsx'

type Refusal = Extract<SignInResult, { ok: false }>

/** Shows why a sign-in was refused (specification, section 8). */
export function showRefusal(refusal: Refusal, role: Role, email: string) {
  const { title, description } = wording(refusal, role, email)
  showRefusalToast(title, description)
}

type Wording = { title: string; description: ReactNode }

function wording(refusal: Refusal, role: Role, email: string): Wording {
  const { errores } = acceso
  switch (refusal.reason) {
    case 'credentials':
      return { title: errores.credenciales, description: entradas[role].credenciales }
    case 'unconfirmed':
      return { title: errores.sinConfirmar, description: errores.sinConfirmarTexto }
    case 'other-role':
      return {
        title: entradas[role].ajena.titulo,
        description: <WithLink {...entradas[role].ajena} email={email} />,
      }
    case 'suspended':
      return { title: acceso.suspendida.titulo, description: <SuspendedText help={refusal.help} /> }
    case 'operator':
      return { title: errores.rolInvalido, description: <WithLink {...errores.operador} email={email} /> }
    case 'invalid-role':
      return { title: errores.rolInvalido, description: errores.rolInvalidoTexto }
    case 'role-unknown':
      return { title: errores.otro, description: comun.rolSinVerificar }
    case 'offline':
    case 'other':
      return { title: errores.otro, description: failureText(refusal, errores.sinMensaje) }
  }
}
