import { WebSocket } from 'ws'
import type { TestApp } from '../../setup/app.ts'
import { shortenTimers } from '../../setup/short-timers.ts'

export interface Refused {
  status: number
  retryAfter: string | undefined
  body: string
}

/** The answer to a refused upgrade request, without the second or two that the server waits before it. */
export async function refusedUpgrade(
  app: TestApp,
  headers: Record<string, string> = {},
  query = `vsn=2.0.0&apikey=${app.services.secrets.publishableKey}`,
): Promise<Refused> {
  const undo = shortenTimers({ from: 1000, to: 2000, ms: 0 })
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, { headers })
  return answerOf(socket).finally(undo)
}

function answerOf(socket: WebSocket): Promise<Refused> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      socket.terminate()
      reject(new Error('the upgrade was accepted'))
    })
    socket.on('unexpected-response', (_request, answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], body }),
      )
    })
  })
}

export async function metric(app: TestApp, name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

/** A broadcast over HTTP: several messages, or with `path` one event of a topic. */
export const broadcastRequest = (
  app: TestApp,
  body: unknown,
  { token, path = '' }: { token?: string; path?: string } = {},
) =>
  fetch(`${app.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: {
      apikey: app.services.secrets.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
