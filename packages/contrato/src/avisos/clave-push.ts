import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** The public VAPID key, which a browser needs before it subscribes to push notifications. */
export const clavePush = contract({
  name: 'clave-push',
  method: 'GET',
  input: z.object({}),
  output: z.object({ clave: z.string() }),
  callers: 'person',
  errors: [],
})
