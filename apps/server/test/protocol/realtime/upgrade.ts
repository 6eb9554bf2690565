import { WebSocket } from 'ws'
import type { TestApp } from '../../setup/app.ts'

export interface Refused {
  status: number
  retryAfter: string | undefined
  body: string
}

/** The answer to a refused upgrade request. */
export function refusedUpgrade(app: TestApp, headers: Record<string, string> = {}): Promise<Refused> {
  const { publishableKey } = app.services.secrets
  const address = `${app.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`
  const socket = new WebSocket(address, { headers })
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
