import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Links and codes of e-mails, and where they lead. */
export const mailsMutants = [
  ...inFile(`${SRC}/platform/mail/smtp.ts`, [
    {
      it: 'keeps the addresses in the reply of a mail server',
      text: 'super(withoutAddresses(error.message))',
      by: 'super(error.message)',
      tests: ['platform/mail/bounces'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/one-time.ts`, [
    {
      it: 'accepts a code of the other kind of e-mail',
      text: 'kinds.includes(kind) && sameHash(',
      by: 'sameHash(',
      tests: ['protocol/auth/codes'],
    },
    {
      it: 'accepts a link of the other kind of e-mail',
      text: 'where token_hash = ${tokenHash(token)} and kind = any(${[...kinds]})',
      by: 'where token_hash = ${tokenHash(token)}',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'accepts an expired link',
      text: 'if (!taken || taken.expired) throw linkExpired()',
      by: 'if (!taken) throw linkExpired()',
      tests: ['protocol/auth/mail'],
    },
    {
      it: 'accepts an expired code',
      text: 'and attempts < ${MAX_CODE_ATTEMPTS} and expires_at > now()',
      by: 'and attempts < ${MAX_CODE_ATTEMPTS}',
      tests: ['protocol/auth/mail', 'protocol/auth/codes'],
    },
    {
      it: 'allows any number of guesses of a code',
      text: 'and attempts < ${MAX_CODE_ATTEMPTS} and expires_at > now()',
      by: 'and expires_at > now()',
      tests: ['protocol/auth/mail'],
    },
    {
      it: 'starts the count of guesses again with each e-mail',
      text: 'where kept.user_id = ${userId} and kept.attempts > 0 and ${inWindow(sql)}',
      by: 'where false',
      tests: ['protocol/auth/codes'],
    },
    {
      it: 'counts guesses for each kind of e-mail separately',
      text: 'where user_id = (select id from auth.users where email = ${email})\n',
      by: 'where user_id = (select id from auth.users where email = ${email}) and kind = any(${[...kinds]})\n',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'refuses a recovery while an e-mail with PKCE works',
      text: 'and pkce = ${pkce} and expires_at > now()`',
      by: 'and expires_at > now()`',
      tests: ['protocol/auth/limits'],
    },
    {
      it: 'accepts the code of any account',
      text: 'sameHash(codeHash(secret, user_id, code), code_hash)',
      by: 'code_hash.length > 0',
      tests: ['protocol/auth/mail'],
    },
    {
      it: 'sends an e-mail whose link does not work any more',
      text: 'where token_hash = ${tokenHash(token)} and expires_at > now()`',
      by: 'where true`',
      tests: ['platform/mail/queued-mail'],
    },
    {
      it: 'opens a suspended account by e-mail',
      text: "requireMaySignIn(user, 403, 'otp')\n  return { user, kind }",
      by: 'return { user, kind }',
      tests: ['protocol/auth/mail', 'protocol/auth/codes'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/redirects.ts`, [
    {
      it: 'allows loopback addresses in production',
      text: '(config.production || !LOOPBACK.test(url.hostname))',
      by: '(!LOOPBACK.test(url.hostname))',
      tests: ['protocol/auth/redirects'],
    },
    {
      it: 'allows every host',
      text: 'if (!own && (',
      by: 'if (false && (',
      tests: ['protocol/auth/redirects'],
    },
    {
      it: 'allows every protocol',
      text: '!/^https?:$/.test(url.protocol) || ',
      by: '',
      tests: ['protocol/auth/redirects'],
    },
    {
      it: 'allows credentials in an address',
      text: " || url.username !== '' || url.password !== ''",
      by: '',
      tests: ['protocol/auth/redirects'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/redirects.ts`, [
    {
      it: 'keeps tokens in the query of the page that a link opens',
      text: 'if (READ_BY_CLIENT.has(name.toLowerCase())) url.searchParams.delete(name)',
      by: '',
      tests: ['protocol/auth/redirects', 'protocol/auth/confirmation'],
    },
    {
      it: 'lets a recovery link open any page',
      text: 'if (url === null || roleOfResetPage(url.href) === undefined) return config.siteUrl + RESET[role]',
      by: 'if (url === null) return config.siteUrl',
      tests: ['protocol/auth/mail'],
    },
    {
      it: 'keeps tokens whose name is written in capitals',
      text: 'READ_BY_CLIENT.has(name.toLowerCase())',
      by: 'READ_BY_CLIENT.has(name)',
      tests: ['protocol/auth/redirects'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/routes/recover.ts`, [
    {
      it: 'counts e-mails with PKCE together with the others',
      text: "challenge ? 'recover:pkce' : 'recover'",
      by: "'recover'",
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/pkce.ts`, [
    {
      it: 'accepts an expired code',
      text: 'if (flow.expired) throw flowStateExpired()',
      by: '',
      tests: ['protocol/auth/pkce'],
    },
    {
      it: 'accepts any verifier',
      text: 'if (!matches(flow, verifier)) throw badCodeVerifier()',
      by: '',
      tests: ['protocol/auth/pkce'],
    },
    {
      it: 'lets a code be exchanged twice',
      text: 'await tx`delete from auth.flow_states where code_hash = ${hash}`',
      by: '',
      tests: ['protocol/auth/pkce'],
    },
    {
      it: 'accepts a short challenge',
      text: 'if (challenge.length < MIN_CHARS || challenge.length > MAX_CHARS) {',
      by: 'if (challenge.length > MAX_CHARS) {',
      tests: ['protocol/auth/pkce'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/cleanup.ts`, [
    {
      it: 'forgets wrong guesses when their e-mail expires',
      text: 'and (attempts = 0 or attempts_since < now() - make_interval(mins => ${CODE_WINDOW_MINUTES}))`',
      by: '`',
      tests: ['protocol/auth/codes'],
    },
    {
      it: 'forgets used tokens at once',
      text: 'where used_at < now() - make_interval(days => ${USED_DAYS})',
      by: 'where used_at < now() and ${USED_DAYS} > 0',
      tests: ['protocol/auth/refresh'],
    },
    {
      it: 'deletes accounts that were not confirmed yet at once',
      text: 'and u.created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})',
      by: 'and ${UNCONFIRMED_DAYS} > 0',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'deletes confirmed accounts that never signed in',
      text: 'where u.email_confirmed_at is null and u.last_sign_in_at is null',
      by: 'where u.last_sign_in_at is null',
      tests: ['protocol/auth/confirmation'],
    },
    {
      it: 'deletes unconfirmed accounts that have signed in',
      text: 'where u.email_confirmed_at is null and u.last_sign_in_at is null',
      by: 'where u.email_confirmed_at is null',
      tests: ['protocol/auth/confirmation'],
    },
  ]),
  ...inFile(`${SRC}/platform/secrecy/sealed-text.ts`, [
    {
      it: 'seals with a key that does not depend on the secret',
      text: "hkdfSync('sha256', secret,",
      by: "hkdfSync('sha256', 'x',",
      tests: ['platform/jobs/seal'],
    },
    {
      it: 'reads a payload that was changed',
      text: 'return Buffer.concat([decipher.update(rest), decipher.final()])',
      by: 'return Buffer.concat([decipher.update(rest)])',
      tests: ['platform/jobs/seal'],
    },
  ]),
]
