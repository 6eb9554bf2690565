import { acceso } from '@maestros/dominio/acceso/textos'
import { useSession } from '#lib/session/session-state.ts'
import { AccessNotice } from './access-notice.tsx'

const { suspendida } = acceso

/** Why the account cannot sign in, and where to ask for help. `help` is an e-mail address. */
export function SuspendedText({ help }: { help: string | null }) {
  if (help === null) return `${suspendida.texto} ${suspendida.ayudaSinCorreo}`
  return (
    <>
      {suspendida.texto} {suspendida.ayuda}{' '}
      <a
        href={`mailto:${help}`}
        className="font-semibold break-words text-primary underline underline-offset-4"
      >
        {help}
      </a>
      .
    </>
  )
}

/** Shown to a person whose account was suspended while it was signed in. */
export function SuspendedNotice() {
  const session = useSession()
  if (session.status !== 'anonymous' || !session.suspended) return null
  return (
    <AccessNotice title={suspendida.titulo}>
      <SuspendedText help={session.suspended.help} />
    </AccessNotice>
  )
}
