import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { AvisoPush } from '@maestros/contrato/avisos/aviso-push'
import webPush from 'web-push'
import { pausesAfterNoAnswer } from '../limits/unanswered.ts'
import type { Secrets } from '../settings/secrets.ts'
import { type Endpoint, PrivateAddress, publicLookup } from './endpoint.ts'

/** `gone`: the subscription no longer works and must be removed. */
export type PushResult = 'sent' | 'gone'

export interface PushKeys {
  p256dh: string
  auth: string
}

/** A message that could not be delivered for a day is outdated. */
const TTL_SECONDS = 24 * 60 * 60
const TIMEOUT_MS = 10_000
const pauses = pausesAfterNoAnswer({ slowMs: 3000, longestMs: TIMEOUT_MS })

/** 401 and 403: the subscription was made for another VAPID key. 404 and 410: the browser has ended it. */
const GONE: readonly number[] = [401, 403, 404, 410]
const LATER: readonly number[] = [408, 425, 429]

/**
 * Sends one notification, encrypted for the browser (RFC 8291). The library makes the request; it is sent here, because the
 * library offers no way to check the address that a name resolves to, and follows no limit on the answer. Rejects with RefusedPush when
 * no other attempt can succeed.
 */
export async function sendPush(
  to: { endpoint: Endpoint; keys: PushKeys },
  aviso: AvisoPush,
  { vapid, subject, signal }: { vapid: Secrets['vapid']; subject: string; signal: AbortSignal },
): Promise<PushResult> {
  const { url, extra } = to.endpoint
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: url.href, keys: to.keys },
    JSON.stringify(aviso),
    {
      vapidDetails: { subject, ...vapid },
      TTL: TTL_SECONDS,
      urgency: 'high',
      // Notifications that wait at the push service are replaced by later ones of the same chat.
      topic: topicOf(aviso.grupo),
    },
  )
  const status = await pauses.attempt(url.origin, () =>
    post(url, extra, headers, body, signal).catch((error: unknown) => {
      if (error instanceof PrivateAddress) return undefined
      throw error
    }),
  )
  return status === undefined ? 'gone' : resultOf(status)
}

function post(
  url: URL,
  extra: boolean,
  headers: Record<string, string | number>,
  body: Buffer | null,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? requestHttp : requestHttps
    const sent = request(url, {
      method: 'POST',
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      agent: false,
      ...(!extra && { lookup: publicLookup() }),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      // The status says everything. A long answer is not read, and redirects are not followed.
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.end(body)
  })
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (GONE.includes(status)) return 'gone'
  if (status >= 500 || LATER.includes(status))
    throw new Error(`the push service cannot take the notification now: it answered ${status}`)
  throw new RefusedPush(`the push service answered ${status}`)
}

/** The push service did not accept the request, and would not accept it again. */
export class RefusedPush extends Error {}

/** A topic has at most 32 characters of base64url. A chat's id without hyphens has exactly as many. */
const topicOf = (group: string) => group.replace(/[^\w]/g, '').slice(-32)
