import { useLocation } from 'react-router'
import { hasStrings } from '#lib/has-strings.ts'

/** The e-mail address that the previous screen passed in the navigation state, to fill the field. */
export function useKnownEmail(): string | undefined {
  const { state } = useLocation()
  return hasStrings(state, 'email') ? state.email : undefined
}
