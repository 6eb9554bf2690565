import { useLocation } from 'react-router'
import { hasStrings } from '#lib/device/has-strings.ts'

/** Whether the previous screen has created an account whose address is still to be confirmed. */
export function useUnconfirmed(): boolean {
  const { state } = useLocation()
  return Reflect.get(Object(state), 'unconfirmed') === true
}

/** The e-mail address that the previous screen passed in the navigation state, to fill the field. */
export function useKnownEmail(): string | undefined {
  const { state } = useLocation()
  return hasStrings(state, 'email') ? state.email : undefined
}
