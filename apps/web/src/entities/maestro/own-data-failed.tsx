import { panel } from '@maestros/dominio/maestro/textos-de-panel'
import { type ReactNode, useEffect } from 'react'
import { RetryButton } from '#entities/state/failures.tsx'
import { StateScreen } from '#entities/state/state-screen.tsx'
import { CallError } from '#lib/client/call-error.ts'
import { toast } from '#ui/toasts/toast.ts'

type Props = {
  drawing: ReactNode
  /** The toast, and the title and text of the screen. */
  fallo: { aviso: string; titulo: string; texto: string }
  error: unknown
  onRetry: () => void
  retrying: boolean
}

/** What a maestro's own screen needs could not be loaded, or the account has no maestro profile. */
export function OwnDataFailed({ drawing, fallo, error, onRetry, retrying }: Props) {
  const { aviso, titulo, texto } = isWithoutProfile(error) ? panel.sinFicha : fallo
  useEffect(() => toast.error(aviso, { id: 'own-data' }), [aviso])
  return (
    <StateScreen
      drawing={drawing}
      title={titulo}
      text={texto}
      action={<RetryButton onRetry={onRetry} retrying={retrying} />}
    />
  )
}

const isWithoutProfile = (error: unknown): boolean => error instanceof CallError && error.code === 'NOT_FOUND'
