import { once } from 'node:events'
import { createServer } from 'node:net'
import { hasCode } from '../error-code.ts'
import type { Config } from '../settings/config.ts'

/**
 * Checks that the port is free before anything else is started. With PORT=0 it returns the port that the
 * system chose, because the addresses in e-mails contain it.
 */
export async function claimPort(config: Config): Promise<Config> {
  const port = await freePort(config.HOST, config.PORT)
  if (port === config.PORT) return config
  return {
    ...config,
    PORT: port,
    siteUrl: config.SITE_URL ? config.siteUrl : config.siteUrl.replace(/:0$/, `:${port}`),
  }
}

export async function freePort(host: string, wanted = 0): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(wanted, host)
    await once(probe, 'listening')
  } catch (cause) {
    throw portError(cause, host, wanted)
  }
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address !== null && typeof address === 'object' ? address.port : wanted
}

function portError(cause: unknown, host: string, port: number): Error {
  if (hasCode(cause, 'EADDRINUSE'))
    return new Error(`PORT ${port} ya está en uso en ${host}; elija otro con PORT`, { cause })
  if (hasCode(cause, 'EACCES'))
    return new Error(`PORT ${port} no está permitido para este usuario; elija otro`, { cause })
  if (hasCode(cause, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) {
    return new Error(`HOST ${host} no es una dirección de esta máquina`, { cause })
  }
  return cause instanceof Error ? cause : new Error(String(cause))
}
