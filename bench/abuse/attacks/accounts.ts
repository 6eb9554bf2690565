import { passwordThreads } from '../../../apps/server/src/protocol/auth/passwords/passwords.ts'
import type { Attack } from '../attack.ts'
import { flood } from '../send.ts'

/** Sign-ins: very many at once for one account, and e-mails of 1 MB. */

const EMAIL = 'charla-victima@bench.example'
const PASSWORD = 'una contraseña cualquiera'
const AT_ONCE = 600
const SIGN_IN = '/auth/v1/token?grant_type=password'

const manySignIns: Attack = {
  name: '600 sign-ins at once',
  setUp: async (sql) => {
    const threads = passwordThreads(1)
    const hash = await threads.hash(PASSWORD)
    await threads.close()
    await sql`delete from auth.users where email = ${EMAIL}`
    await sql`
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      values (${EMAIL}, ${hash}, now(), '{"role": "buscador", "nombre": "Ana"}')`
    return {}
  },
  run: (target) => {
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
    return flood(target, AT_ONCE, () => ({ method: 'POST', path: SIGN_IN, body }))
  },
}

let made = 0
const longEmails: Attack = {
  name: 'e-mails of 1 MB',
  run: (target) =>
    flood(target, 8, () => {
      made += 1
      const email = `${made}${'a'.repeat(1_000_000)}@bench.example`
      return { method: 'POST', path: SIGN_IN, body: JSON.stringify({ email, password: PASSWORD }) }
    }),
}

export const accountAttacks = [manySignIns, longEmails]
