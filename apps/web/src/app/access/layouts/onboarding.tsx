import { Guard } from '../guard.tsx'

export default function OnboardingLayout() {
  return <Guard group="onboarding" />
}
