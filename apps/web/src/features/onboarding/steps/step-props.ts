import type { CampoDeOnboarding, Onboarding } from '@maestros/dominio/onboarding/formulario'
import type { PasoDeBorrador } from '@maestros/dominio/onboarding/pasos'

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
