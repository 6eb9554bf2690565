import { miPerfil } from '@maestros/dominio/textos/mi-perfil'
import { panel } from '@maestros/dominio/textos/panel'
import { type ReactNode, useEffect } from 'react'
import { isWithoutProfile } from '#entities/maestro/without-profile.ts'
import { RetryButton } from '#entities/state/failures.tsx'
import { StateScreen } from '#entities/state/state-screen.tsx'
import { toast } from '#ui/toaster.tsx'

type Props = { drawing: ReactNode; error: unknown; onRetry: () => void; retrying: boolean }

/** The own profile could not be loaded, or there is none. */
export function MiPerfilFailed({ drawing, error, onRetry, retrying }: Props) {
  const { aviso, titulo, texto } = isWithoutProfile(error) ? panel.sinFicha : miPerfil.fallo
  useEffect(() => toast.error(aviso, { id: 'mi-perfil' }), [aviso])
  return (
    <StateScreen
      drawing={drawing}
      title={titulo}
      text={texto}
      action={<RetryButton onRetry={onRetry} retrying={retrying} />}
    />
  )
}
