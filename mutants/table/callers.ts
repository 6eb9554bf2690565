import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Who a caller is, and the sessions and tokens of accounts. */
export const callersMutants = [
  ...inFile(`${SRC}/platform/caller.ts`, [
    {
      it: 'compares keys by their length only',
      text: 'given.length === expected.length && timingSafeEqual(given, expected)',
      by: 'given.length === expected.length',
      tests: ['platform/http/caller'],
    },
    {
      it: 'accepts a cached token after its expiry',
      text: 'if (before && before.claims.exp > Date.now() / 1000) return before',
      by: 'if (before) return before',
      tests: ['platform/http/caller'],
    },
    {
      it: 'accepts an apikey header that is not a key',
      text: "if (!keyHolder && typeof apikey === 'string') throw",
      by: 'if (false) throw',
      tests: ['platform/http/caller'],
    },
    {
      it: 'accepts a request without a key',
      text: "if (presented === undefined) throw new CallerError('no_api_key')",
      by: 'if (presented === undefined) return ANON',
      tests: ['protocol/rest/errors', 'protocol/auth/keys-and-routes'],
    },
    {
      it: 'accepts a token whose signature is wrong',
      text: "const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })",
      by: "const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())",
      tests: ['protocol/auth/sessions'],
    },
    {
      it: 'accepts a token of another role',
      text: "role: z.literal('authenticated'),\n  aud",
      by: 'role: z.any(),\n  aud',
      tests: ['platform/http/caller'],
    },
    {
      it: 'accepts a token for another audience',
      text: "aud: z.literal('authenticated')",
      by: 'aud: z.any()',
      tests: ['platform/http/caller'],
    },
    {
      it: 'accepts a token without an expiry',
      text: 'exp: z.number(),',
      by: 'exp: z.optional(z.any()),',
      tests: ['platform/http/caller'],
    },
    {
      it: 'takes the publishable key for the secret key',
      text: 'sameBytes(value, publishable) ? ANON : sameBytes(value, secret) ? SERVICE : undefined',
      by: 'sameBytes(value, publishable) ? SERVICE : sameBytes(value, secret) ? SERVICE : undefined',
      tests: ['platform/http/caller', 'protocol/rest/errors'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/person.ts`, [
    {
      it: 'admits a request without a key',
      text: 'await callers.read(request)\n  } catch (error) {',
      by: 'return\n  } catch (error) {',
      tests: ['protocol/auth/keys-and-routes'],
    },
    {
      it: 'admits a session of another person',
      text: 's.id = ${sessionId} and s.user_id = u.id',
      by: 's.id = ${sessionId}',
      tests: ['protocol/auth/sessions'],
    },
    {
      it: 'admits a session of an operator after its last hour',
      text: 'if (!opened_at || user.closing || over) throw',
      by: 'if (!opened_at || user.closing) throw',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'admits an ended session',
      text: 'if (!opened_at || user.closing || over) throw',
      by: 'if (user.closing || over || (!opened_at && false)) throw',
      tests: ['protocol/auth/sessions'],
    },
    {
      it: 'does not tell a suspended account why it is refused',
      text: 'if (user.suspended) throw userBanned(403)',
      by: '',
      tests: ['cuenta/suspension'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/users.ts`, [
    {
      it: 'lets a suspended account sign in',
      text: 'if (user.suspended) throw userBanned(status)',
      by: '',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'opens a session of an operator without the password',
      text: "if (isOperator(user) && method !== 'password') throw secondFactorNeeded(status)",
      by: '',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'answers the hash of the password',
      text: "role: 'authenticated',\n    email: user.email,",
      by: "role: 'authenticated',\n    encrypted_password: user.encrypted_password,\n    email: user.email,",
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/phone-link.ts`, [
    {
      it: 'opens a session that may change the password',
      text: "'otp', request, session.created_at)",
      by: "'otp', request)",
      tests: ['protocol/auth/phone-link'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/sessions.ts`, [
    {
      it: 'refuses a repeated token',
      text: "if (token.used) return token.repeatable ? 'repeated' : 'reused'",
      by: "if (token.used) return 'reused'",
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'accepts a used token whose successor was used',
      text: 'and next.session_id = t.session_id and next.used_at is null',
      by: 'and next.session_id = t.session_id',
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'does not end the session of a reused token',
      text: 'await tx`delete from auth.sessions where id = ${session_id}`',
      by: '',
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'does not close the channels of a reused token',
      text: 'if (ended) bus.publish(ended)',
      by: '',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'refreshes a suspended account',
      text: "if (user.suspended) return userBanned(400, 'Invalid Refresh Token: User Banned')",
      by: '',
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'opens a session although the password has changed meanwhile',
      text: 'where id = ${user.id} and encrypted_password = ${user.encrypted_password}',
      by: 'where id = ${user.id}',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'ends the session of any person by its id',
      text: 'where id = ${sessionId} and user_id = ${userId}`',
      by: 'where id = ${sessionId}`',
      tests: ['protocol/auth/sessions'],
    },
    {
      it: 'leaves the other sessions open at a global sign-out',
      text: 'with ended as (delete from auth.sessions where user_id = ${userId})',
      by: 'with ended as (delete from auth.sessions where id = ${sessionId})',
      tests: ['protocol/auth/sessions'],
    },
    {
      it: 'does not lock the session while a token is exchanged',
      text: 'for update of s`',
      by: '`',
      tests: ['protocol/auth/refresh'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/tokens.ts`, [
    {
      it: 'derives the next refresh token without the secret',
      text: "createHmac('sha256', secret).update(`refresh-token-after:",
      by: "createHmac('sha256', 'x').update(`refresh-token-after:",
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'stores codes in a hash without the secret',
      text: "createHmac('sha256', secret).update(`${userId}:${code}`)",
      by: "createHmac('sha256', 'x').update(`${userId}:${code}`)",
      tests: ['protocol/auth/codes'],
    },
    {
      it: 'compares hashes by their length only',
      text: 'one.length === other.length && timingSafeEqual(one, other)',
      by: 'one.length === other.length',
      tests: ['protocol/auth/mail', 'protocol/auth/pkce'],
    },
    {
      it: 'says that every session has a second factor',
      text: "session.confirmedAt === null ? 'aal1' : 'aal2'",
      by: "'aal2'",
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/users.ts`, [
    {
      it: 'changes rows of an account before the account is locked',
      text: 'await tx`select from auth.users where id = (${id}) for no key update`',
      by: 'void [tx, id]',
      tests: ['platform/db/locks'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/phone-link.ts`, [
    {
      it: 'accepts an expired link',
      text: 'if (!taken || taken.expired) throw linkExpired()',
      by: 'if (!taken) throw linkExpired()',
      tests: ['protocol/auth/phone-link'],
    },
    {
      it: 'lets a link be opened twice',
      text: 'delete from auth.phone_links where token_hash = ${tokenHash(token)}\n      returning session_id',
      by: 'update auth.phone_links set expires_at = expires_at where token_hash = ${tokenHash(token)}\n      returning session_id',
      tests: ['protocol/auth/phone-link'],
    },
    {
      it: 'opens a suspended account',
      text: 'if (user.suspended) throw userBanned(403)',
      by: '',
      tests: ['protocol/auth/phone-link'],
    },
  ]),
]
