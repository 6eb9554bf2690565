import type { CampoDeOnboarding, Onboarding } from '@maestros/dominio/formularios/onboarding'
import type { PasoDeBorrador } from '@maestros/dominio/onboarding'

/** What every step of the form gets. */
export type StepProps = {
  userId: string
  form: Onboarding
  set: <K extends PasoDeBorrador>(paso: K, valor: Onboarding[K]) => void
  /** The sentence below a field, when the last submit found it wrong. */
  errorOf: (campo: CampoDeOnboarding) => string | undefined
  /** Whether pictures are taken on this device. */
  mobile: boolean
}
