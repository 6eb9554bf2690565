import type { Settings } from './config.ts'

/**
 * What each setting means, for the table of docs/operations.md and for .env.example, which `npm run settings` writes. `unset` is what holds
 * without a value, for settings that have no default.
 */
export const DESCRIPTIONS: readonly {
  names: readonly (keyof Settings)[]
  unset?: string
  text: string
}[] = [
  {
    names: ['PORT', 'HOST'],
    text: 'where it listens',
  },
  {
    names: ['DATA_DIR'],
    text: 'embedded database, files, e-mails that were not sent, generated secrets (mode 0600)',
  },
  {
    names: ['DATABASE_URL'],
    unset: 'embedded',
    text: 'PostgreSQL 15 or later; [which rights its user needs](#a-postgresql-of-your-own)',
  },
  {
    names: ['DATABASE_POOL'],
    text: 'connections per pool; each process has two pools and up to eight connections beside them',
  },
  {
    names: ['DATABASE_STATEMENT_MS'],
    text: "the longest that a request's statement may run",
  },
  {
    names: ['REDIS_URL'],
    unset: 'none',
    text: 'live events and limits shared by several processes',
  },
  {
    names: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    unset: 'disk',
    text: 'objects in any S3; all five or none',
  },
  {
    names: ['SMTP_URL', 'MAIL_FROM'],
    unset: 'none',
    text: 'mail; without SMTP sign-ups confirm at once and e-mails land in DATA_DIR/outbox',
  },
  {
    names: ['SITE_URL'],
    unset: 'http://HOST:PORT',
    text: 'origin of the site, without a path: links in e-mails, allowed redirects (outside production, loopback origins too)',
  },
  {
    names: ['SUPPORT_EMAIL'],
    unset: 'none',
    text: 'gets an e-mail each morning about what waits for operators, one for the reports of harassment or fraud about a person, and, with SMTP only, a copy of each help request; shown to a suspended person as the way to ask for help, and in the privacy notice (without it: `privacidad@` and the host of SITE_URL)',
  },
  {
    names: ['CORS_ORIGINS'],
    unset: "SITE_URL's",
    text: 'comma-separated origins whose pages may call the five surfaces',
  },
  {
    names: ['TRUSTED_PROXIES'],
    text: 'comma-separated IP addresses or ranges whose X-Forwarded-For counts',
  },
  {
    names: ['JWT_SECRET', 'PUBLISHABLE_KEY', 'SECRET_KEY'],
    unset: 'generated, kept',
    text: 'tokens; the public and the service key; 32 characters or more. [Changing JWT_SECRET or DOCUMENTS_KEY](#one-machine) needs a command',
  },
  {
    names: ['DOCUMENTS_KEY'],
    unset: 'generated, kept',
    text: 'encrypts identity documents at rest; 32 characters or more. Back it up: without it they cannot be read',
  },
  {
    names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    unset: 'generated, kept',
    text: 'web push; both of one pair, or none. Changing the keys ends every subscription',
  },
  {
    names: ['PUSH_QUIET_HOURS'],
    text: 'hours of Mexico City without push notifications, FROM-TO; equal hours mean none',
  },
  {
    names: ['PUSH_EXTRA_ORIGINS'],
    text: 'comma-separated origins of push servers for tests; refused in production',
  },
  {
    names: ['ACCESS_TOKEN_SECONDS'],
    text: 'how long an access token lives',
  },
  {
    names: ['DEMO'],
    unset: '1 when embedded and outside production, else 0',
    text: 'demo directory and accounts; without it, nobody signs in to accounts of a demo in production',
  },
  {
    names: ['NODE_ENV'],
    text: 'in production /_outbox does not exist, /metrics needs METRICS_TOKEN, and links do not lead to loopback addresses',
  },
  {
    names: ['LOG_LEVEL'],
    text: 'fatal, error, warn, info, debug, trace, silent',
  },
  {
    names: ['WORKERS'],
    text: 'processes on this machine; more than one needs REDIS_URL',
  },
  {
    names: ['METRICS_TOKEN'],
    unset: 'none',
    text: 'bearer for /metrics, 32 characters or more; without it /metrics answers on loopback, outside production only',
  },
  {
    names: ['LIMIT_SIGNIN_EMAIL'],
    text: 'failed sign-ins of one account from one address, COUNT/SECONDS; also wrong codes of one account, of which no setting allows more than 5 in 30 minutes',
  },
  {
    names: ['LIMIT_SIGNIN_ACCOUNT', 'LIMIT_SIGNIN_ADDRESS'],
    text: 'failed sign-ins of one account from all addresses, which does not hold where it had a session in the last 90 days; of one address for all accounts; the latter also for tries of access links of operators',
  },
  {
    names: ['LIMIT_FACTOR_ACCOUNT'],
    text: 'wrong codes of the second factor of one operator; by address they count for LIMIT_SIGNIN_ADDRESS',
  },
  {
    names: ['LIMIT_SIGNUP_ADDRESS', 'LIMIT_SIGNUP_ADDRESS_DAY'],
    text: 'sign-ups by address, in a short and in a long window',
  },
  {
    names: ['LIMIT_RECOVER_EMAIL', 'LIMIT_RECOVER_EMAIL_HOUR'],
    text: 'e-mails to one address for recovery, and for resend, in a short and in a long window; the long one holds only while the last recovery link works',
  },
  {
    names: ['LIMIT_RECOVER_ADDRESS'],
    text: 'recovery and resend',
  },
  {
    names: ['LIMIT_REFRESH_PERSON'],
    text: 'token refreshes of one person, all sessions together',
  },
  {
    names: ['LIMIT_PASSWORD_PERSON'],
    text: 'new passwords of one person; those in sessions that an e-mail has opened are counted separately',
  },
  {
    names: ['LIMIT_CLOSINGS_PERSON'],
    text: 'how often one person closes the account, which can be kept by signing in',
  },
  {
    names: ['LIMIT_REQUESTS_ADDRESS'],
    text: 'requests to the five surfaces by address, in each process; counted separately for public search pages and for /baja',
  },
  {
    names: ['PUBLIC_PAGE_SECONDS'],
    text: 'age at which a process reads a public search page (/maestros/…) again; no page is older than twice this',
  },
  {
    names: ['LIMIT_MESSAGES_PERSON'],
    text: 'messages of one person',
  },
  {
    names: ['LIMIT_NEW_CHATS_PERSON'],
    text: 'chats that one person starts; opening an existing one does not count',
  },
  {
    names: ['LIMIT_NEWCOMER_PERSON'],
    text: 'new chats, contacts, reviews and reports, each kind by itself, of an account in its first 24 hours; twice as many until it is 7 days old',
  },
  {
    names: ['LIMIT_NEWCOMERS_ADDRESS'],
    text: 'new chats, contacts, reviews and reports, each kind by itself, of all accounts of one address that are younger than 24 hours; older accounts neither count nor are refused',
  },
  {
    names: ['LIMIT_NEWCOMERS_MAESTRO'],
    text: 'new chats, and new contacts, that one maestro gets from accounts younger than 7 days; only such accounts are refused',
  },
  {
    names: ['LIMIT_UPLOAD_BYTES_PERSON'],
    text: 'bytes of the files that one person stores, small versions included',
  },
  {
    names: ['LIMIT_BLOCKS_PERSON'],
    text: 'blocks and unblocks of one person',
  },
  {
    names: ['LIMIT_TICKETS_PERSON'],
    text: 'help requests of one person; one that is sent again does not count',
  },
  {
    names: ['LIMIT_PUSH_PERSON'],
    text: 'push subscriptions that one person saves',
  },
  {
    names: ['LIMIT_SOCKETS_PERSON'],
    text: 'live sockets of one person, in each process',
  },
  {
    names: ['LIMIT_SOCKETS_ADDRESS'],
    unset: '1000, or half of the total',
    text: 'live sockets of one address, in each process; at most a quarter of them may be without a signed-in person. One address may have twice as many HTTP connections',
  },
  {
    names: ['LIMIT_SOCKETS_TOTAL'],
    unset: '20000, or what the limit of open files allows',
    text: 'live sockets of each process',
  },
  {
    names: ['DRAIN_SECONDS'],
    unset: '5 in production, else 0',
    text: 'after SIGTERM, how long requests are still served while /readyz answers 503',
  },
  {
    names: ['SESSION_CHECK_SECONDS'],
    text: 'how often the server checks whether the sessions of open sockets are active',
  },
  {
    names: ['UPLOAD_BYTES_PER_SECOND', 'UPLOAD_GRACE_SECONDS'],
    text: 'minimum rate of an upload, and how long it may stay below it',
  },
]
