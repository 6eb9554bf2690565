import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const State = z.object({ email: z.string() })

/** The address that the screen before this one already had: nobody types it twice. */
export function useKnownEmail(): string | undefined {
  const state = State.safeParse(useLocation().state)
  return state.success ? state.data.email : undefined
}
