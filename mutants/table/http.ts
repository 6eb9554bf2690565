import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The bounds of every request, headers, logs and pages. */
export const httpMutants = [
  ...inFile(`${SRC}/platform/http/input.ts`, [
    {
      it: 'accepts any number of parameters',
      text: 'if (count > QUERY_PARAMETERS) return true',
      by: '',
      tests: ['platform/http/input-bounds'],
    },
    {
      it: 'accepts addresses that are not text',
      text: "if (url.includes('%') && !isText(url)) return done(invalidText())",
      by: '',
      tests: ['platform/http/server-routes'],
    },
    {
      it: 'accepts bodies with NUL',
      text: "if (text.includes('\\\\u0000') && ESCAPED_NUL.test(text)) return done(invalidText())",
      by: '',
      tests: ['platform/http/server-routes'],
    },
    {
      it: 'accepts nested JSON of any depth',
      text: 'if (isDeeperThan(text)) return done(tooDeep())',
      by: '',
      tests: ['platform/http/input-bounds'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/address-limit.ts`, [
    {
      it: 'does not limit the requests of an address',
      text: 'if (seconds === 0) {',
      by: 'if (seconds >= 0) {',
      tests: ['platform/http/address-limit'],
    },
    {
      it: 'stores any number of addresses',
      text: 'if (buckets.size >= ADDRESSES) {',
      by: 'if (false) {',
      tests: ['platform/http/address-limit'],
    },
    {
      it: 'counts every body as one request',
      text: '1 + Math.min(BODY_TOKENS_MAX, Math.floor(bytes / BYTES_PER_TOKEN))',
      by: 'bytes < 0 ? BODY_TOKENS_MAX + BYTES_PER_TOKEN : 1',
      tests: ['platform/http/address-limit'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/errors.ts`, [
    {
      it: 'refuses a call for good when the database is lost',
      text: 'if (retryAfter !== undefined) return unavailable(retryAfter)',
      by: '',
      tests: ['platform/http/lost-database'],
    },
  ]),
  ...inFile(`${SRC}/platform/db/wait-for-database.ts`, [
    {
      it: 'accepts a database with another encoding than UTF8',
      text: "if (encoding === 'UTF8') return",
      by: 'if (encoding) return',
      tests: ['platform/db/wait-for-database'],
    },
  ]),
  ...inFile(`${SRC}/platform/db/database-errors.ts`, [
    {
      it: 'ends sessions when the database is too slow',
      text: ' || isTooSlow(error) ?',
      by: ' ?',
      tests: ['platform/http/lost-database'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/errors.ts`, [
    {
      it: 'ends sessions when the database is lost',
      text: 'if (retryAfter !== undefined) return unavailable(retryAfter, error)',
      by: '',
      tests: ['platform/http/lost-database'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/errors.ts`, [
    {
      it: 'answers 500 while the object store is away',
      text: 'if (isDatabaseLost(error) || isStoreAway(error)) return unavailable(error)',
      by: 'if (isDatabaseLost(error)) return unavailable(error)',
      tests: ['platform/objects/store'],
    },
    {
      it: 'lets caches keep a failed read',
      text: ".header('cache-control', 'no-store')",
      by: '',
      tests: ['protocol/storage/reads'],
    },
    {
      it: 'refuses an upload for good when the database is lost',
      text: 'if (retryAfterOf(error) !== undefined) return slowDown(error)',
      by: '',
      tests: ['platform/http/lost-database'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/client-address.ts`, [
    {
      it: 'believes every forwarded address',
      text: '(_address: string, _hop: number) => false',
      by: '(_address: string, _hop: number) => true',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'repeats the hints about a proxy',
      text: 'logged.add(text)',
      by: '',
      tests: ['platform/http/trusted-proxies'],
    },
    {
      it: 'logs the hint for a named proxy',
      text: 'isForwarded !== isProxy(address)',
      by: 'true',
      tests: ['platform/http/trusted-proxies'],
    },
  ]),
  ...inFile(`${SRC}/platform/settings/config.ts`, [
    {
      it: 'accepts a wrong value of TRUSTED_PROXIES',
      text: 'if (wrong === undefined) return',
      by: 'if (list) return',
      tests: ['platform/http/trusted-proxies'],
    },
    {
      it: 'accepts a SITE_URL with a path',
      text: 'href === `${origin}/`',
      by: 'href.startsWith(origin)',
      tests: ['start/settings'],
    },
    {
      it: 'accepts VAPID keys of two pairs',
      text: "return curve.getPublicKey('base64url') === VAPID_PUBLIC_KEY",
      by: 'return true',
      tests: ['start/settings'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/connections.ts`, [
    {
      it: 'does not limit the connections of an address',
      text: 'if (group.open >= connectionsPerAddress) return false',
      by: '',
      tests: ['platform/http/connections'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/cors.ts`, [
    {
      it: 'allows every origin',
      text: 'if (origin === undefined || !origins.has(origin)) return done()',
      by: 'if (origin === undefined) return done()',
      tests: ['platform/http/cors'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/headers.ts`, [
    {
      it: 'lets answers be framed',
      text: "\"default-src 'none'; frame-ancestors 'none'\"",
      by: '"default-src \'none\'"',
      tests: ['platform/http/server-routes'],
    },
    {
      it: 'lets answers be cached',
      text: "'cache-control': 'no-store',",
      by: '',
      tests: ['platform/http/server-routes'],
    },
    {
      it: 'allows every inline script of a page',
      text: "`script-src 'self' ${scripts}`.trim()",
      by: "`script-src 'self' 'unsafe-inline'`.trim()",
      tests: ['platform/http/static'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/errors.ts`, [
    {
      it: 'answers a lost database with 500',
      text: 'if (retryAfter !== undefined)',
      by: 'if (false)',
      tests: ['platform/http/lost-database'],
    },
    {
      it: 'tells the details of a server error',
      text: "message: 'Algo salió mal. Inténtalo de nuevo.'",
      by: 'message: error.message',
      tests: ['platform/http/server-routes'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/log.ts`, [
    {
      it: 'logs query strings',
      text: 'path: loggedPath(request.url)',
      by: 'path: request.url',
      tests: ['platform/http/log-queries', 'protocol/auth/logs'],
    },
    {
      it: 'logs paths of any length',
      text: 'url.slice(0, PATH_CHARACTERS)',
      by: 'url',
      tests: ['platform/http/log-queries'],
    },
    {
      it: 'does not mask queries of other libraries',
      text: 'hooks: { streamWrite: maskQueries },',
      by: '',
      tests: ['platform/http/log-queries'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/loopback.ts`, [
    {
      it: 'takes a forwarded request for a local one',
      text: "if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false",
      by: '',
      tests: ['platform/http/metrics', 'platform/mail/local-mailbox'],
    },
    {
      it: 'takes any host name for a local one',
      text: 'fromThisMachine(request) && isLoopbackName(request.headers.host)',
      by: 'fromThisMachine(request)',
      tests: ['platform/http/metrics', 'platform/mail/local-mailbox'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/metrics.ts`, [
    {
      it: 'shows the metrics to everyone',
      text: 'if (!holdsToken && !isLocal) return reply.callNotFound()',
      by: '',
      tests: ['platform/http/metrics'],
    },
    {
      it: 'shows the metrics on this machine in production',
      text: 'const isLocal = !production && isLocalRequest(request)',
      by: 'const isLocal = isLocalRequest(request)',
      tests: ['platform/http/metrics'],
    },
    {
      it: 'compares the token by its length only',
      text: 'a.length === b.length && timingSafeEqual(a, b)',
      by: 'a.length === b.length',
      tests: ['platform/http/metrics'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/static.ts`, [
    {
      it: 'keeps passwords in the address',
      text: 'if (carriesPassword(url)) return withoutQuery(reply, url)',
      by: '',
      tests: ['platform/http/static'],
    },
    {
      it: 'redirects to another host',
      text: ".replace(/^[/\\\\]+/, '')}`",
      by: '}`',
      tests: ['platform/http/static'],
    },
  ]),
  ...inFile(`${SRC}/platform/mailbox/routes.ts`, [
    {
      it: 'shows the mailbox in production',
      text: 'if (config.production || config.SMTP_URL) return false',
      by: 'if (config.SMTP_URL) return false',
      tests: ['platform/mail/local-mailbox'],
    },
    {
      it: 'shows the mailbox beside a mail server',
      text: 'if (config.production || config.SMTP_URL) return false',
      by: 'if (config.production) return false',
      tests: ['platform/mail/local-mailbox'],
    },
    {
      it: 'shows the mailbox to other machines',
      text: 'return isLocalRequest(request)',
      by: 'return request.id !== undefined',
      tests: ['platform/mail/local-mailbox'],
    },
  ]),
  ...inFile(`${SRC}/platform/settings/secrets.ts`, [
    {
      it: 'stores secrets in a file that others may read',
      text: "open(draft, 'w', 0o600)",
      by: "open(draft, 'w', 0o644)",
      tests: ['start/secrets'],
    },
  ]),
]
