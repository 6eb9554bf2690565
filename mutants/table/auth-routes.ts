import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The routes of the auth surface. */
export const authRoutesMutants = [
  ...inFile(`${SRC}/protocol/auth/routes/token.ts`, [
    {
      it: 'lets a suspended account sign in',
      text: "requireMaySignIn(user, 400, 'password')",
      by: '',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'lets an account sign in whose address is not confirmed',
      text: 'if (!user.email_confirmed_at) throw emailNotConfirmed()',
      by: '',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'exchanges the code of a suspended account',
      text: "requireMaySignIn(user, 403, 'otp')",
      by: '',
      tests: ['protocol/auth/pkce'],
    },
    {
      it: 'does not limit refreshes',
      text: 'await limitRefreshes(context, owner)',
      by: '',
      tests: ['protocol/auth/refresh'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/user.ts`, [
    {
      it: 'changes the password of an old session',
      text: 'await reauthenticate(context, person, ip, body)',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'changes the password for an ended session',
      text: 'await requireSession(tx, user.id, sessionId)',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'accepts any number of new passwords',
      text: 'await limitPasswordChanges(context, person.user.id, person.byMail)',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'compares any number of guesses with the present password',
      text: `  await limitPasswordChanges(context, person.user.id, person.byMail)
  if (await passwords.verify({ email, ip }, async () => encrypted_password, body.password))
    throw samePassword()`,
      by: `  if (await passwords.verify({ email, ip }, async () => encrypted_password, body.password))
    throw samePassword()
  await limitPasswordChanges(context, person.user.id, person.byMail)`,
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'tells with refused metadata whether the password is the present one',
      text: 'newMetadata(person.user.raw_user_meta_data, body.data)',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'counts the new passwords of the owner of the e-mail address with all others',
      text: 'person.user.id, person.byMail)',
      by: 'person.user.id, false)',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'accepts a wrong current password',
      text: 'if (!right) throw currentPasswordInvalid()',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'leaves other sessions open after a new password',
      text: "if (passwordHash !== undefined) await endSessions(tx, user.id, sessionId, 'others')",
      by: '',
      tests: ['protocol/auth/user'],
    },
    {
      it: 'leaves the channels of other sessions open after a new password',
      text: "if (passwordHash !== undefined) bus.publish(sessionsEnded(user.id, sessionId, 'others'))",
      by: '',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'does not tell the owner of an account about a new password',
      text: 'await addJob(tx, sendPasswordMail, { userId: user.id })',
      by: '',
      tests: ['protocol/auth/password-change'],
    },
    {
      it: 'leaves links and codes valid after a new password',
      text: 'await deleteLinks(tx, user.id)',
      by: '',
      tests: ['protocol/auth/password-change', 'protocol/auth/mail'],
    },
    {
      it: 'accepts app metadata',
      text: 'if (app_metadata !== undefined && app_metadata !== null) {',
      by: 'if (false) {',
      tests: ['protocol/auth/user'],
    },
    {
      it: 'accepts another e-mail address',
      text: 'if (email && normalEmail(email) !== user.email) {',
      by: 'if (false) {',
      tests: ['protocol/auth/user'],
    },
    {
      it: 'accepts the same password',
      text: 'throw samePassword()',
      by: 'void samePassword()',
      tests: ['protocol/auth/password-change'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/one-time.ts`, [
    {
      it: 'leaves one-time tokens valid after a new password',
      text: 'await tx`delete from auth.one_time_tokens where user_id = ${userId}`',
      by: '',
      tests: ['protocol/auth/password-change', 'protocol/auth/mail'],
    },
    {
      it: 'leaves PKCE codes valid after a new password',
      text: 'await tx`delete from auth.flow_states where user_id = ${userId}`',
      by: '',
      tests: ['protocol/auth/pkce'],
    },
    {
      it: 'leaves another link of the sign-up valid after the confirmation',
      text: "await tx`delete from auth.one_time_tokens where user_id = ${userId} and kind = 'signup'`",
      by: '',
      tests: ['protocol/auth/pkce-signup'],
    },
    {
      it: 'keeps the password of a stranger after a recovery',
      text: "if (kind === 'recovery') await dismissStranger(tx, userId)",
      by: '',
      tests: ['protocol/auth/confirmation', 'protocol/auth/pkce-signup'],
    },
    {
      it: 'ends the password of every account that is recovered',
      text: 'where id = ${userId} and email_confirmed_at is null returning id`',
      by: 'where id = ${userId} returning id`',
      tests: ['protocol/auth/confirmation'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/cleanup.ts`, [
    {
      it: 'deletes an account whose new link works',
      text: 'or not exists (select from auth.one_time_tokens t where t.user_id = u.id and t.expires_at > now()))',
      by: 'or true)',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'keeps an unconfirmed account for as long as somebody requests e-mails for it',
      text: 'and (u.created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS_WITH_LINK})\n            or not exists',
      by: 'and (${UNCONFIRMED_DAYS_WITH_LINK} = 0 or not exists',
      tests: ['protocol/auth/confirmation'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/limits.ts`, [
    {
      it: 'sends an e-mail a minute without end',
      text: 'if (long.allowed) return reset',
      by: 'return reset',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'leaves an account without a link until the hour ends',
      text: 'Math.min(long.retryAfter, await secondsLeft())',
      by: 'long.retryAfter',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'makes a person wait for an e-mail that was not sent',
      text: 'await reset()\n  throw tooManyMails(wait)',
      by: 'throw tooManyMails(wait)',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'accepts any number of sign-ups of one address in a day',
      text: "await limitAddress(needs, 'auth:signup:day', ip, needs.config.LIMIT_SIGNUP_ADDRESS_DAY)",
      by: '',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/sessions.ts`, [
    {
      it: 'does not bound the sessions of an account',
      text: 'offset ${SESSIONS_PER_ACCOUNT - 1})',
      by: 'offset 1000000)',
      tests: ['protocol/auth/sessions'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/signup.ts`, [
    {
      it: 'does not limit sign-ups',
      text: 'await limitSignUps(context, request.ip)',
      by: '',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'confirms every account at once',
      text: 'confirmed: !context.mail.delivers,',
      by: 'confirmed: true,',
      tests: ['protocol/auth/confirmation'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/one-time-mail.ts`, [
    {
      it: 'sends a reset link to an operator',
      text: "if (user.profile_role === 'operador') return",
      by: '',
      tests: ['operacion/audit-table'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/recover.ts`, [
    {
      it: 'does not limit requests of e-mails by address',
      text: 'await limitMailRequests(context, request.ip)',
      by: '',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'tells that an address is an operator’s',
      text: "user?.profile_role === 'operador' ? 'buscador' : user?.profile_role",
      by: 'user?.profile_role',
      tests: ['operacion/audit-table'],
    },
    {
      it: 'sends a link for the other role',
      text: 'if (!user || isOther ||',
      by: 'if (!user ||',
      tests: ['protocol/auth/mail', 'protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/resend.ts`, [
    {
      it: 'sends an e-mail to a confirmed account',
      text: 'if (!user || user.email_confirmed_at) return {}',
      by: 'if (!user) return {}',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'does not limit requests of e-mails by address',
      text: 'await limitMailRequests(context, request.ip)',
      by: '',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/admin-users.ts`, [
    {
      it: 'lets anyone read and erase accounts',
      text: "if (caller?.role !== 'service_role') throw",
      by: 'if (false) throw',
      tests: ['cuenta/erasure'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/not-offered.ts`, [
    {
      it: 'tells anyone that admin functions are disabled',
      text: "if (caller?.role !== 'service_role') throw",
      by: 'if (false) throw',
      tests: ['protocol/auth/keys-and-routes'],
    },
  ]),
]
