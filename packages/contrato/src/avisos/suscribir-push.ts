import { ENDPOINT_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Base64url without padding, as browsers write the keys of a subscription. */
const Base64Url = z.string().check(z.regex(/^[\w-]+$/))

/** A subscription as `PushSubscription.toJSON()` gives it. */
export const SuscribirPushInput = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(ENDPOINT_MAX)),
  keys: z.object({
    /** An uncompressed point of the curve P-256: 65 bytes. */
    p256dh: Base64Url.check(z.length(87)),
    /** 16 bytes. */
    auth: Base64Url.check(z.length(22)),
  }),
})

/** Sends push notifications to this browser until the session ends. */
export const suscribirPush = contract({
  name: 'suscribir-push',
  method: 'POST',
  input: SuscribirPushInput,
  output: Hecho,
  callers: 'person',
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
})
