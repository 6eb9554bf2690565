import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The second factor of operators, and their access links. */
export const secondFactorMutants = [
  ...inFile(`${SRC}/protocol/auth/factors.ts`, [
    {
      it: 'enrols a factor in any session',
      text: 'if (session.confirmed) return\n',
      by: 'return\n',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'enrols a factor with the password after the hour',
      text: 'registrar_factor_hasta > now()',
      by: 'true',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'enrols a second factor with the password',
      text: "and not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')",
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'enrols two factors of one name',
      text: 'if (factors.some(({ friendly_name }) => friendly_name === name)) throw factorNameTaken(name)',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'enrols any number of factors',
      text: 'if (factors.length >= MAX_FACTORS) throw tooManyFactors()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'stores the secret of a factor as it is',
      text: '${sealFactor(secrets.documentsKey, id, secret)}',
      by: '${secret}',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'makes a challenge for the factor of another operator',
      text: 'from auth.mfa_factors where id = ${factorId} and user_id = ${user.id}\n    returning',
      by: 'from auth.mfa_factors where id = ${factorId}\n    returning',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'does not limit wrong codes',
      text: 'await limit.settle(step !== undefined)',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'tries codes beyond the limit',
      text: 'await limit.check()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes any code',
      text: 'if (step === undefined) throw wrongFactorCode()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'reads the factor of another operator',
      text: 'select secret from auth.mfa_factors where id = ${factorId} and user_id = ${user.id}',
      by: 'select secret from auth.mfa_factors where id = ${factorId}',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes the challenge of another factor',
      text: 'where id = ${challengeId} and factor_id = ${factorId}',
      by: 'where id = ${challengeId}',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes a challenge from another address',
      text: 'if (!challenge.same_address) throw challengeOfOtherAddress()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes an old challenge',
      text: 'if (challenge.expired) throw challengeExpired(challengeId)',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'completes an enrolment after the hour',
      text: 'if (!factor.verified) await requireMayEnroll(tx, user.id, session)',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes a challenge twice',
      text: 'if (!used) throw challengeNotFound()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes a code twice',
      text: 'and (last_used_step is null or last_used_step < ${step}) returning id',
      by: 'returning id',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'keeps factors that were not verified',
      text: "await tx`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`",
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'leaves the hour open',
      text: 'await tx`update interno.operadores set registrar_factor_hasta = null where operador_id = ${user.id}`',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'keeps the sessions that know the password alone',
      text: "await tx`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1'`",
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'keeps the refresh token of before',
      text: 'await tx`delete from auth.refresh_tokens where session_id = ${sessionId}`',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'removes a verified factor with the password alone',
      text: "if (factor.verified && !confirmed) throw secondFactorNeededTo(422, 'unenroll verified factor')",
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'keeps sessions confirmed whose factor was removed',
      text: "update auth.sessions set aal = 'aal1', factor_id = null, confirmed_at = null where factor_id = ${factorId}",
      by: 'update auth.sessions set factor_id = null where factor_id = ${factorId}',
      tests: ['protocol/auth/second-factor'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/totp.ts`, [
    {
      it: 'takes codes of many time steps',
      text: 'const WINDOW = 1',
      by: 'const WINDOW = 5',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes the code of this time step only',
      text: 'const WINDOW = 1',
      by: 'const WINDOW = 0',
      tests: ['protocol/auth/second-factor'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/factors.ts`, [
    {
      it: 'lets everybody have a second factor',
      text: 'if (!isOperator(person.user)) throw other()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/user.ts`, [
    {
      it: 'lets an operator change the account',
      text: 'if (isOperator(person.user)) throw operatorNotAllowed()',
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/sessions.ts`, [
    {
      it: 'refreshes the session of an operator after its last hour',
      text: 'if (user.closing || over) return refreshTokenUnknown()',
      by: 'if (user.closing) return refreshTokenUnknown()',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'takes the second factor away when a session is refreshed',
      text: 'confirmedAt: confirmed_at',
      by: 'confirmedAt: null',
      tests: ['protocol/auth/second-factor'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/passwords/credentials.ts`, [
    {
      it: 'lets the operator of the demo sign in in production',
      text: 'user = isClosed ? undefined : found',
      by: 'user = found',
      tests: ['platform/db/demo-operator'],
    },
  ]),
  ...inFile('db/demo/accounts.ts', [
    {
      it: 'takes everybody with an address of the demo for a person of the demo',
      text: 'u.id = any(${ids}::uuid[]) and u.email',
      by: 'u.email',
      tests: ['platform/db/demo-in-production'],
    },
    {
      it: 'keeps the password of the demo accounts in production',
      text: 'set encrypted_password = ${NO_PASSWORD} where id',
      by: 'set updated_at = now() where id',
      tests: ['platform/db/demo-in-production'],
    },
  ]),
  ...inFile(`${SRC}/platform/db/key-fingerprints.ts`, [
    {
      it: 'lets a server with other secrets start',
      text: 'else if (!key.accepted) throw',
      by: 'else if (key.known.length > 9) throw',
      tests: ['operacion/commands/keys'],
    },
    {
      it: 'lets two first starts store their keys at once',
      text: 'await lockKeys(tx)\n    for',
      by: 'for',
      tests: ['operacion/commands/keys'],
    },
  ]),
  ...inFile('db/demo/operator.ts', [
    {
      it: 'keeps the password of the demo operator in production',
      text: 'update auth.users u set encrypted_password = ${NO_PASSWORD}',
      by: 'update auth.users u set updated_at = now()',
      tests: ['platform/db/demo-operator'],
    },
    {
      it: 'keeps the sessions of the demo operator in production',
      text: 'await tx`delete from auth.sessions where user_id = ${operator.id}`',
      by: '',
      tests: ['platform/db/demo-operator'],
    },
    {
      it: 'makes an operator of somebody else',
      text: "if (found) return found.role === 'operador' ? found.id : undefined",
      by: 'if (found) return found.id',
      tests: ['platform/db/demo-operator'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/functions/operacion-acceso.ts`, [
    {
      it: 'does not limit tries of access links',
      text: 'if (!verdict.allowed) throw rateLimited',
      by: 'if (false) throw rateLimited',
      tests: ['operacion/operacion-acceso'],
    },
    {
      it: 'takes the e-mail as a password',
      text: "if (isEasyToGuess(contrasena, operator.email)) throw error('INVALID_INPUT', textos.contrasenaFacil)",
      by: '',
      tests: ['operacion/operacion-acceso'],
    },
    {
      it: 'says that a used link has set the password',
      text: "if (!used?.done) throw error('NOT_FOUND', textos.accesoVencido)",
      by: '',
      tests: ['operacion/operacion-acceso'],
    },
  ]),
  ...inFile(`${SRC}/subjects/avisos/functions/clave-push.ts`, [
    {
      it: 'answers operators',
      text: 'await run((sql) => sql`select`)',
      by: '',
      tests: ['matrix/operators'],
    },
  ]),
]
