import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Passwords, the limits of guesses, and the input of the auth surface. */
export const passwordsMutants = [
  ...inFile(`${SRC}/protocol/auth/passwords/credentials.ts`, [
    {
      it: 'hashes nothing for an unknown account',
      text: 'user.encrypted_password : UNKNOWN_PASSWORD_HASH',
      by: "user.encrypted_password : ''",
      tests: ['protocol/auth/unknown-accounts'],
    },
    {
      it: 'hashes nothing for an operator',
      text: "user?.encrypted_password.startsWith('$argon2')",
      by: 'user',
      tests: ['protocol/auth/unknown-accounts'],
    },
    {
      it: 'does not check the limits before the password',
      text: 'await limit.check()',
      by: '',
      tests: ['protocol/auth/unknown-accounts'],
    },
    {
      it: 'does not count a wrong password',
      text: 'await limit.settle(right)',
      by: '',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'accepts a wrong password',
      text: 'return right ? user : undefined',
      by: 'return user',
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/passwords/passwords.ts`, [
    {
      it: 'compares unknown accounts with a cheaper hash',
      text: '$argon2id$v=19$m=19456,t=2,p=1$',
      by: '$argon2id$v=19$m=8192,t=1,p=1$',
      tests: ['protocol/auth/unknown-accounts'],
    },
  ]),
  ...inFile(`${SRC}/platform/secrecy/password-hash.ts`, [
    {
      it: 'hashes passwords with less memory',
      text: 'memoryCost: 19_456',
      by: 'memoryCost: 1024',
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/passwords/hash-queue.ts`, [
    {
      it: 'hashes several passwords of one account at a time',
      text: 'runningPerKey: 1,',
      by: 'runningPerKey: count,',
      tests: ['protocol/auth/hash-queue'],
    },
    {
      it: 'lets one account take all waiting places',
      text: 'waitingPerKey: ACCOUNT_WAITING,',
      by: 'waitingPerKey: ACCOUNTS_WAITING,',
      tests: ['protocol/auth/hash-queue', 'protocol/auth/sign-in-load'],
    },
    {
      it: 'lets one address take all waiting places',
      text: 'waitingPerKey: ADDRESS_WAITING,',
      by: 'waitingPerKey: ADDRESSES_WAITING,',
      tests: ['protocol/auth/hash-queue'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/passwords/easy-passwords.ts`, [
    {
      it: 'accepts common passwords',
      text: ' || COMMON.has(plain)',
      by: '',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'accepts the own e-mail as a password',
      text: ' || plain === email',
      by: '',
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/known-addresses.ts`, [
    {
      it: 'knows the addresses of other accounts',
      text: 'where u.email = ${email} and k.address',
      by: 'where k.address',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'knows addresses for good',
      text: ' and k.seen_on >= current_date - ${KNOWN_DAYS}::int',
      by: '',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/input.ts`, [
    {
      it: 'accepts a password of five characters',
      text: 'if ([...password].length < CONTRASENA_MIN) throw weakPassword(CONTRASENA_MIN)',
      by: '',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'hashes a password of any length',
      text: 'if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {',
      by: 'if (false) {',
      tests: ['protocol/auth/sign-in-load'],
    },
    {
      it: 'accepts an e-mail address of any length',
      text: 'if (email.length > EMAIL_CHARS) throw',
      by: 'if (false) throw',
      tests: ['protocol/auth/sign-in-load'],
    },
    {
      it: 'looks up tokens of any length',
      text: 'text.length > TOKEN_CHARS',
      by: 'false',
      tests: ['protocol/auth/sign-in-load'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/limits.ts`, [
    {
      it: 'does not limit guesses by account and address',
      text: '[`auth:signin:pair:${address}:${account}`, config.LIMIT_SIGNIN_EMAIL],',
      by: '',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'does not limit guesses by account',
      text: "[`auth:signin:account:${account}`, config.LIMIT_SIGNIN_ACCOUNT, 'not at known addresses'],",
      by: '',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'does not limit guesses by address',
      text: "config.LIMIT_SIGNIN_ACCOUNT, 'not at known addresses'],\n    byAddress,",
      by: "config.LIMIT_SIGNIN_ACCOUNT, 'not at known addresses'],",
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'counts each IPv6 address separately',
      text: 'guessKeys(needs, kind, account, addressGroup(ip))',
      by: 'guessKeys(needs, kind, account, ip)',
      tests: ['protocol/auth/guess-limits'],
    },
    {
      it: 'does not limit codes of a second factor by account',
      text: 'return [[`auth:factor:account:${account}`, config.LIMIT_FACTOR_ACCOUNT], byAddress]',
      by: 'return [byAddress]',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'does not limit codes of a second factor by address',
      text: 'return [[`auth:factor:account:${account}`, config.LIMIT_FACTOR_ACCOUNT], byAddress]',
      by: 'return [[`auth:factor:account:${account}`, config.LIMIT_FACTOR_ACCOUNT]]',
      tests: ['protocol/auth/second-factor'],
    },
    {
      it: 'does not limit guesses of a code by account',
      text: 'return [[`auth:code:account:${account}`, config.LIMIT_SIGNIN_EMAIL], byAddress]',
      by: 'return [byAddress]',
      tests: ['protocol/auth/guess-limits'],
    },
    {
      it: 'does not limit guesses of a code by address',
      text: 'return [[`auth:code:account:${account}`, config.LIMIT_SIGNIN_EMAIL], byAddress]',
      by: 'return [[`auth:code:account:${account}`, config.LIMIT_SIGNIN_EMAIL]]',
      tests: ['protocol/auth/guess-limits'],
    },
    {
      it: 'does not check the limits again after the comparison',
      text: "settle: (right: boolean) => check(right ? 'peek' : 'hit')",
      by: "settle: (right: boolean) => (right ? Promise.resolve() : check('hit'))",
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'does not limit sign-ups, e-mails and refreshes',
      text: 'const verdict = await limits.hit(key, allowed)\n  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)',
      by: 'await limits.hit(key, allowed)',
      tests: ['protocol/auth/limits', 'protocol/auth/refresh'],
    },
    {
      it: 'does not limit the e-mails of one account',
      text: 'if (!short.allowed) throw tooManyMails(short.retryAfter)',
      by: '',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/metadata.ts`, [
    {
      it: 'accepts any role at sign-up',
      text: "role: z.enum(ROLES, { error: `must be ${ROLES.join(' or ')}` }).nullish()",
      by: 'role: z.any()',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'lets the role be changed',
      text: 'if (data.role !== undefined && data.role !== current.role) {',
      by: 'if (false) {',
      tests: ['protocol/auth/user'],
    },
    {
      it: 'accepts metadata of any size',
      text: 'if (Buffer.byteLength(text) > MAX_BYTES) {',
      by: 'if (false) {',
      tests: ['protocol/auth/accounts', 'protocol/auth/user'],
    },
    {
      it: 'accepts metadata of any depth',
      text: 'if (deeperThan(data, MAX_DEPTH))',
      by: 'if (false)',
      tests: ['protocol/auth/accounts'],
    },
    {
      it: 'accepts halves of surrogate pairs',
      text: 'if (LONE_SURROGATE.test(text)) throw',
      by: 'if (false) throw',
      tests: ['protocol/auth/accounts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/signup.ts`, [
    {
      it: 'accepts contact data in the names of a sign-up',
      text: 'if (refusal !== undefined) throw unprocessable(refusal)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
  ]),
]
