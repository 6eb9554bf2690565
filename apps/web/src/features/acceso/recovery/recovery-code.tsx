import { RESET, type Role } from '@maestros/dominio/acceso/roles'
import { confirmacion } from '@maestros/dominio/acceso/textos-de-confirmacion'
import { useNavigate } from 'react-router'
import { CodeForm } from '../forms/code-form.tsx'

const { recuperar } = confirmacion

type Props = {
  as: Role
  email: string
  /** Called on that screen, which stays as it is when the person is there already. */
  onOpened: (() => void) | undefined
}

/** Opens the screen of the new password with the code of the recovery e-mail. */
export default function RecoveryCode({ as: role, email, onOpened }: Props) {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate(RESET[role], { replace: true })
    onOpened?.()
  }
  return (
    <div className="mt-4 grid w-full gap-4 border-t border-border pt-6 text-left">
      <p className="text-pretty text-muted-foreground">{recuperar.texto}</p>
      <CodeForm
        kind="recovery"
        email={email}
        submit={recuperar.continuar}
        submitting={recuperar.comprobando}
        leave={leave}
      />
    </div>
  )
}
