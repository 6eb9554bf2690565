import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { z } from 'zod'

/**
 * All settings of the product, parsed once. An invalid one stops the start with an error that names it.
 * main.ts passes process.env to `readConfig`. Besides, only main.ts (LOG_LEVEL, when it reports an error) and
 * platform/db/embedded/start.ts (PATH, for PostgreSQL) read process.env.
 */

export class SettingError extends Error {}

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsUnset, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((v) => (v === undefined || v === '' ? value : v), schema).meta({ value })

const integer = (min: number, max: number) =>
  z.coerce
    .number({ error: 'debe ser un número entero' })
    .int({ error: 'debe ser un número entero' })
    .min(min, { error: `debe ser ${min} o más` })
    .max(max, { error: `debe ser ${max} o menos` })

/** `10/300` means ten in three hundred seconds. */
const limit = z
  .string()
  .regex(/^\d+\/\d+$/, { error: 'se escribe CUANTOS/SEGUNDOS, por ejemplo 10/300' })
  .regex(/^\d{1,9}\/\d{1,9}$/, {
    error: 'debe tener números de nueve cifras o menos: 999999999/1 es el mayor',
  })
  .transform((text) => {
    const [max, seconds] = text.split('/').map(Number)
    return { max: max ?? 0, seconds: seconds ?? 0 }
  })
  .refine(({ max, seconds }) => max > 0 && seconds > 0, { error: 'debe contar al menos uno en un segundo' })

const address = (protocols: string[], example: string) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text)
      return url !== null && protocols.includes(url.protocol)
    },
    { error: `debe ser una dirección como ${example}` },
  )

/** The address of the site. Paths are appended to it, and the web app works at the root of an origin only. */
const site = address(['http:', 'https:'], 'https://maestros.example')
  .transform((text) => new URL(text))
  .refine(({ href, origin }) => href === `${origin}/`, {
    error: 'debe ser solo el origen, sin ruta ni nada después, como https://maestros.example',
  })
  .transform(({ origin }) => origin)

/** `hola@maestros.example`, or `Name <hola@maestros.example>`. Without an address e-mails would have no sender. */
const sender = z.string().regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
  error: 'debe tener un correo, como Maestros CDMX <hola@maestros.example>',
})

/** Comma-separated origins, each written as browsers send it in the Origin header. */
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().replace(/\/$/, ''))
      .filter(Boolean),
  )
  .refine(
    (list) =>
      list.every((one) => {
        const url = URL.parse(one)
        return url !== null && /^https?:$/.test(url.protocol) && url.origin === one
      }),
    { error: 'debe ser una lista de orígenes separados por comas, por ejemplo https://maestros.example' },
  )

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** As @fastify/proxy-addr reads it, but without short forms of addresses: it would read 10.0 as 10.0.0.0. */
const isProxyRange = (text: string): boolean => {
  try {
    proxyAddr.compile(text)
  } catch {
    return false
  }
  return NAMED_NETWORKS.includes(text) || isIP(text.replace(/\/.*$/, '')) !== 0
}

/** Comma-separated IP addresses and networks. */
const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const wrong = list.find((one) => !isProxyRange(one))
    if (wrong === undefined) return
    const message = `contiene '${wrong}', que no es una dirección IP ni una red, por ejemplo 10.0.0.5 o 10.0.0.0/8`
    context.addIssue({ code: 'custom', message })
  })

/** `22-7` means from 22:00 to 7:00 of Mexico City; equal hours mean never. */
const hours = z
  .string()
  .regex(/^\d{1,2}-\d{1,2}$/, { error: 'se escribe DESDE-HASTA en horas, por ejemplo 22-7' })
  .transform((text) => {
    const [desde, hasta] = text.split('-').map(Number)
    return { desde: desde ?? 0, hasta: hasta ?? 0 }
  })
  .refine(({ desde, hasta }) => desde <= 23 && hasta <= 23, { error: 'debe tener horas de 0 a 23' })

/** A key of the curve P-256 in base64url without padding. */
const vapidKey = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}$`), { error: `debe tener ${length} caracteres base64url` })

const toggle = z.enum(['0', '1'], { error: 'debe ser 0 o 1' }).transform((v) => v === '1')

const secret = z.string().min(32, { error: 'debe tener 32 caracteres o más' })

export const Environment = z.object({
  NODE_ENV: withDefault(
    z.enum(['development', 'test', 'production'], { error: 'debe ser development, test o production' }),
    'development',
  ),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(integer(0, 65535), '3000'),
  DATA_DIR: withDefault(z.string(), '.data'),
  DATABASE_URL: optional(
    address(['postgres:', 'postgresql:'], 'postgres://user:password@localhost:5432/maestros'),
  ),
  REDIS_URL: optional(address(['redis:', 'rediss:'], 'redis://localhost:6379')),
  S3_ENDPOINT: optional(address(['http:', 'https:'], 'https://s3.us-east-1.amazonaws.com')),
  S3_REGION: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  SMTP_URL: optional(address(['smtp:', 'smtps:'], 'smtp://user:password@localhost:587')),
  MAIL_FROM: withDefault(sender, 'Maestros CDMX <hola@maestros.example>'),
  SUPPORT_EMAIL: optional(z.email({ error: 'debe ser un correo, como ayuda@maestros.example' })),
  SITE_URL: optional(site),
  CORS_ORIGINS: optional(origins),
  TRUSTED_PROXIES: withDefault(proxies, ''),
  JWT_SECRET: optional(secret),
  PUBLISHABLE_KEY: optional(secret),
  SECRET_KEY: optional(secret),
  DOCUMENTS_KEY: optional(secret),
  VAPID_PUBLIC_KEY: optional(vapidKey(87)),
  VAPID_PRIVATE_KEY: optional(vapidKey(43)),
  PUSH_QUIET_HOURS: withDefault(hours, '22-7'),
  PUSH_EXTRA_ORIGINS: withDefault(origins, ''),
  DEMO: optional(toggle),
  METRICS_TOKEN: optional(secret),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'debe ser fatal, error, warn, info, debug, trace o silent',
    }),
    'info',
  ),
  WORKERS: withDefault(integer(1, 64), '1'),
  DATABASE_POOL: withDefault(integer(2, 200), '10'),
  DATABASE_STATEMENT_MS: withDefault(integer(100, 600_000), '2000'),
  ACCESS_TOKEN_SECONDS: withDefault(integer(1, 604_800), '3600'),
  LIMIT_SIGNIN_EMAIL: withDefault(limit, '10/300'),
  LIMIT_SIGNIN_ACCOUNT: withDefault(limit, '100/300'),
  LIMIT_SIGNIN_ADDRESS: withDefault(limit, '100/300'),
  LIMIT_FACTOR_ACCOUNT: withDefault(limit, '5/300'),
  LIMIT_SIGNUP_ADDRESS: withDefault(limit, '60/300'),
  LIMIT_SIGNUP_ADDRESS_DAY: withDefault(limit, '1000/86400'),
  LIMIT_RECOVER_EMAIL: withDefault(limit, '1/60'),
  LIMIT_RECOVER_EMAIL_HOUR: withDefault(limit, '5/3600'),
  LIMIT_RECOVER_ADDRESS: withDefault(limit, '30/300'),
  LIMIT_REFRESH_PERSON: withDefault(limit, '120/300'),
  LIMIT_PASSWORD_PERSON: withDefault(limit, '5/3600'),
  LIMIT_CLOSINGS_PERSON: withDefault(limit, '5/86400'),
  LIMIT_REQUESTS_ADDRESS: withDefault(limit, '1500/10'),
  LIMIT_MESSAGES_PERSON: withDefault(limit, '120/60'),
  LIMIT_NEW_CHATS_PERSON: withDefault(limit, '20/3600'),
  LIMIT_NEWCOMER_PERSON: withDefault(limit, '5/86400'),
  LIMIT_NEWCOMERS_ADDRESS: withDefault(limit, '60/600'),
  LIMIT_NEWCOMERS_MAESTRO: withDefault(limit, '30/3600'),
  LIMIT_UPLOAD_BYTES_PERSON: withDefault(limit, '200000000/86400'),
  LIMIT_BLOCKS_PERSON: withDefault(limit, '30/300'),
  LIMIT_TICKETS_PERSON: withDefault(limit, '10/86400'),
  LIMIT_PUSH_PERSON: withDefault(limit, '30/300'),
  LIMIT_SOCKETS_PERSON: withDefault(integer(1, 1_000_000), '50'),
  LIMIT_SOCKETS_ADDRESS: optional(integer(1, 1_000_000)),
  LIMIT_SOCKETS_TOTAL: optional(integer(1, 1_000_000)),
  PUBLIC_PAGE_SECONDS: withDefault(integer(1, 3600), '10'),
  SESSION_CHECK_SECONDS: withDefault(integer(1, 3600), '30'),
  DRAIN_SECONDS: optional(integer(0, 300)),
  UPLOAD_BYTES_PER_SECOND: withDefault(integer(1, 1_000_000), '1000'),
  UPLOAD_GRACE_SECONDS: withDefault(integer(1, 120), '20'),
})

export type Settings = z.output<typeof Environment>
export type Limit = z.output<typeof limit>

/** In production a load balancer needs some seconds to notice that /readyz answers 503. */
const DRAIN_SECONDS = 5

/** The settings and the values derived from them. Secrets are read or generated later (see secrets.ts). */
export type Config = Settings & {
  production: boolean
  siteUrl: string
  demo: boolean
  drainSeconds: number
  /** The S3 settings of the object store; undefined means this machine's disk. */
  s3: Record<'endpoint' | 'region' | 'bucket' | 'accessKeyId' | 'secretAccessKey', string> | undefined
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${String(issue?.path[0])} ${issue?.message ?? 'no es válido'}`)
  }
  const settings = parsed.data
  if (settings.WORKERS > 1 && !settings.REDIS_URL) {
    throw new SettingError(
      'WORKERS mayor que 1 necesita REDIS_URL: ahí comparten los procesos los eventos y los límites',
    )
  }
  if (Boolean(settings.VAPID_PUBLIC_KEY) !== Boolean(settings.VAPID_PRIVATE_KEY)) {
    throw new SettingError('VAPID_PUBLIC_KEY y VAPID_PRIVATE_KEY van las dos o ninguna')
  }
  if (!isVapidPair(settings)) {
    throw new SettingError('VAPID_PUBLIC_KEY no es la clave pública de VAPID_PRIVATE_KEY')
  }
  if (settings.NODE_ENV === 'production' && settings.PUSH_EXTRA_ORIGINS.length > 0) {
    throw new SettingError('PUSH_EXTRA_ORIGINS es solo para pruebas: en producción debe estar vacía')
  }
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const siteUrl = settings.SITE_URL ?? `http://${host}:${settings.PORT}`
  return {
    ...settings,
    production: settings.NODE_ENV === 'production',
    siteUrl,
    demo: settings.DEMO ?? (!settings.DATABASE_URL && settings.NODE_ENV !== 'production'),
    drainSeconds: settings.DRAIN_SECONDS ?? (settings.NODE_ENV === 'production' ? DRAIN_SECONDS : 0),
    s3: s3Of(settings),
  }
}

/** With keys of different pairs push services refuse every notification, and the subscriptions are removed as ended. */
function isVapidPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Settings): boolean {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY) return true
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
  } catch {
    return false
  }
  return curve.getPublicKey('base64url') === VAPID_PUBLIC_KEY
}

/** Either all or none must be set: a partial configuration would store pictures in the wrong place. */
function s3Of(settings: Settings): Config['s3'] {
  const given = {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  }
  if (Object.values(given).every((value) => value === undefined)) return undefined
  const need = (name: string, value: string | undefined) => {
    if (value !== undefined) return value
    throw new SettingError(`${name} falta: las variables S3_* van todas o ninguna`)
  }
  return {
    endpoint: need('S3_ENDPOINT', given.endpoint),
    region: need('S3_REGION', given.region),
    bucket: need('S3_BUCKET', given.bucket),
    accessKeyId: need('S3_ACCESS_KEY_ID', given.accessKeyId),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY', given.secretAccessKey),
  }
}
