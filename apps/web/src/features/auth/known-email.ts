import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const State = z.object({ email: z.string() })

/** The e-mail address that the previous screen passed in the navigation state, to fill the field. */
export function useKnownEmail(): string | undefined {
  const state = State.safeParse(useLocation().state)
  return state.success ? state.data.email : undefined
}
