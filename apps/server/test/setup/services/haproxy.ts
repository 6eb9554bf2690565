import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../live.ts'
import { hasProgram } from './has-program.ts'
import { ownPort } from './own-port.ts'

/** A real HAProxy of the test's own. Without one on this machine the tests that need it are skipped. */

export const thereIsHaproxy = () => hasProgram('haproxy')

export interface TestProxy {
  url: string
  /** Waits until the proxy sends requests to all servers. */
  allUp(): Promise<void>
  stop(): Promise<void>
}

const STATS = '/estado-del-balanceador;csv'

/** As docs/operations.md recommends it, with shorter intervals, and with more failed checks, because a busy machine delays them. No retries: they would hide a server that stops too early. */
const configuration = (port: number, servers: readonly number[]) => `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 10s
frontend entrada
  bind 127.0.0.1:${port}
  stats enable
  stats uri ${STATS.replace(';csv', '')}
  default_backend servidores
backend servidores
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 300ms fall 5 rise 1
${servers.map((server, no) => `  server s${no} 127.0.0.1:${server}`).join('\n')}
`

export async function startHaproxy(servers: readonly number[]): Promise<TestProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'maestros-haproxy-'))
  const port = await ownPort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, servers))
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const states = async () => {
    const answer = await fetch(url + STATS).catch(() => undefined)
    const lines = ((await answer?.text()) ?? '').split('\n')
    return lines.filter((line) => /^servidores,s\d+,/.test(line)).map((line) => line.split(',')[17])
  }
  return {
    url,
    allUp: () => eventually(states).toEqual(servers.map(() => 'UP')),
    stop: async () => {
      if (proxy.exitCode === null) {
        const ended = once(proxy, 'exit')
        proxy.kill('SIGKILL')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
