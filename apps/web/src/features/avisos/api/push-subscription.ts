import { clavePush } from '@maestros/contrato/avisos/clave-push'
import { desuscribirPush } from '@maestros/contrato/avisos/desuscribir-push'
import { type SuscribirPushInput, suscribirPush } from '@maestros/contrato/avisos/suscribir-push'
import type * as z from 'zod/mini'
import { callFunction } from '#lib/session/call-function.ts'

export type Subscription = z.input<typeof SuscribirPushInput>

/** The public key of the server, as the browser takes it. */
export async function readServerKey(): Promise<Uint8Array<ArrayBuffer>> {
  const { clave } = (await callFunction(clavePush, {})).data
  const text = atob(clave.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

export async function saveSubscription(subscription: Subscription) {
  await callFunction(suscribirPush, subscription)
}

export async function removeSubscription(endpoint: string) {
  await callFunction(desuscribirPush, { endpoint })
}
