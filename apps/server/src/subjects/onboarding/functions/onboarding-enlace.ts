import { onboardingEnlace } from '@maestros/contrato/onboarding/onboarding-enlace'
import { ENLACE_DE_TELEFONO_MIN } from '@maestros/dominio/onboarding/pasos'
import { randomToken } from '../../../platform/secrecy/random-token.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'

const SECONDS = ENLACE_DE_TELEFONO_MIN * 60

export default defineFunction(onboardingEnlace, {
  summary:
    'Makes the one-time link that signs a phone in to continue the onboarding. It replaces the one before.',
  handle: async (_input, { caller, run }) => {
    const { token, hash } = randomToken()
    await run(
      (sql) => sql`
      insert into auth.phone_links (session_id, token_hash, expires_at)
      values (${caller.sessionId}, ${hash}, now() + make_interval(secs => ${SECONDS}))
      on conflict (session_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    )
    return { success: true, token, segundos: SECONDS }
  },
})
