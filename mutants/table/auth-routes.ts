import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The routes of the auth surface. */
export const authRoutesMutants = [
  ...inFile(`${SRC}/auth/routes/token.ts`, [
    {
      it: 'lets a suspended account or an operator sign in',
      text: 'requireMaySignIn(user, 400)',
      by: '',
      tests: ['auth/accounts', 'db/audit'],
    },
    {
      it: 'lets an account sign in whose address is not confirmed',
      text: 'if (!user.email_confirmed_at) throw emailNotConfirmed()',
      by: '',
      tests: ['auth/confirmation'],
    },
    {
      it: 'exchanges the code of a suspended account',
      text: 'requireMaySignIn(user, 403)',
      by: '',
      tests: ['auth/pkce'],
    },
    {
      it: 'does not limit refreshes',
      text: 'await limitRefreshes(context, owner)',
      by: '',
      tests: ['auth/refresh'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/user.ts`, [
    {
      it: 'changes the password of an old session',
      text: 'await reauthenticate(context, person, ip, body)',
      by: '',
      tests: ['auth/password-change'],
    },
    {
      it: 'accepts a wrong current password',
      text: 'if (!right) throw currentPasswordInvalid()',
      by: '',
      tests: ['auth/password-change'],
    },
    {
      it: 'leaves other sessions open after a new password',
      text: "if (passwordHash !== undefined) await endSessions(tx, user.id, sessionId, 'others')",
      by: '',
      tests: ['auth/user'],
    },
    {
      it: 'leaves the channels of other sessions open after a new password',
      text: "if (passwordHash !== undefined) bus.publish(sessionsEnded(user.id, sessionId, 'others'))",
      by: '',
      tests: ['realtime/sessions'],
    },
    {
      it: 'leaves recovery links valid after a new password',
      text: "await tx`delete from auth.one_time_tokens where user_id = ${user.id} and kind = 'recovery'`",
      by: '',
      tests: ['auth/mail'],
    },
    {
      it: 'leaves PKCE codes valid after a new password',
      text: "await tx`delete from auth.flow_states where user_id = ${user.id} and kind = 'recovery'`",
      by: '',
      tests: ['auth/pkce'],
    },
    {
      it: 'accepts app metadata',
      text: 'if (app_metadata !== undefined && app_metadata !== null) {',
      by: 'if (false) {',
      tests: ['auth/user'],
    },
    {
      it: 'accepts another e-mail address',
      text: 'if (email && normalEmail(email) !== user.email) {',
      by: 'if (false) {',
      tests: ['auth/user'],
    },
    {
      it: 'accepts the same password',
      text: 'throw samePassword()',
      by: 'void samePassword()',
      tests: ['auth/user'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/signup.ts`, [
    {
      it: 'does not limit sign-ups',
      text: 'await limitSignUps(context, request.ip)',
      by: '',
      tests: ['auth/limits'],
    },
    {
      it: 'confirms every account at once',
      text: 'confirmed: !context.mail.delivers,',
      by: 'confirmed: true,',
      tests: ['auth/confirmation'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/recover.ts`, [
    {
      it: 'does not limit requests of e-mails by address',
      text: 'await limitMailRequests(context, request.ip)',
      by: '',
      tests: ['auth/limits'],
    },
    {
      it: 'does not limit requests of unknown accounts',
      text: "await limitMails(context, `recover:${role ?? 'any'}:nobody`, email)",
      by: '',
      tests: ['auth/limits', 'auth/mail'],
    },
    {
      it: 'sends a reset link to an operator',
      text: " || user.profile_role === 'operador'",
      by: '',
      tests: ['db/audit'],
    },
    {
      it: 'sends a link for the other role',
      text: 'if (!user || isOther || ',
      by: 'if (!user || ',
      tests: ['auth/mail', 'auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/resend.ts`, [
    {
      it: 'sends an e-mail to a confirmed account',
      text: 'if (!user || user.email_confirmed_at) return {}',
      by: 'if (!user) return {}',
      tests: ['auth/confirmation'],
    },
    {
      it: 'does not limit requests of e-mails by address',
      text: 'await limitMailRequests(context, request.ip)',
      by: '',
      tests: ['auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/admin-users.ts`, [
    {
      it: 'lets anyone read and erase accounts',
      text: "if (caller?.role !== 'service_role') throw",
      by: 'if (false) throw',
      tests: ['accounts/erasure'],
    },
  ]),
  ...inFile(`${SRC}/auth/routes/not-offered.ts`, [
    {
      it: 'tells anyone that admin functions are disabled',
      text: "if (caller?.role !== 'service_role') throw",
      by: 'if (false) throw',
      tests: ['auth/keys-and-routes'],
    },
  ]),
]
