import { useEffect } from 'react'
import { refreshSession } from '#lib/session/session.ts'

/**
 * For screens of maestros whose profile is complete. The profile may have become incomplete since the session was read;
 * reading the session again lets the guard redirect to onboarding.
 */
export function useLeaveIncomplete(incomplete: boolean) {
  useEffect(() => {
    if (incomplete) void refreshSession()
  }, [incomplete])
}
