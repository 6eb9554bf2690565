import { fairQueue } from '../../platform/limits/fair-queue.ts'
import { countByAddress } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { Limit } from '../../platform/settings/config.ts'

/** The acts that are limited for accounts in their first days, each kind by itself. */
export type Act = 'chat' | 'contacto' | 'resena' | 'reporte'

/** What interno.frenar_cuenta_nueva gets, which has the rules. `direccion`: seconds until the address has room again. */
export interface Frenos {
  persona: FrenoDe
  maestro: FrenoDe
  direccion: number | null
  /** Whether a review of a new account belongs to a burst of its address, so that it counts only after an exchange over time. */
  rafaga: boolean
}

type FrenoDe = { max: number; segundos: number }

/** Simultaneous acts of one address exceed its limit by this many at most. */
export const AT_ONCE = 8

/** As many reviews of new accounts of one address, within the window of LIMIT_NEWCOMERS_ADDRESS, are a burst. */
const BURST = 3

/**
 * The limits of accounts in their first days, for one kind of act (docs/decisions/seguridad.md). The database counts what is stored. It stores no
 * addresses, so the acts of an address are counted here: `counted` says whether the act was new and of an account of less than
 * 24 hours. Only such accounts are refused because of their address.
 */
export function newcomers({ config, limits }: Services, act: Act) {
  const { LIMIT_NEWCOMER_PERSON: persona, LIMIT_NEWCOMERS_MAESTRO: maestro } = config
  const turns = fairQueue({
    running: 64,
    runningPerKey: AT_ONCE,
    waiting: 1000,
    waitingPerKey: 500,
    retryAfter: 1,
  })
  return <T>(
    address: string,
    write: (frenos: Frenos) => Promise<T>,
    counted: (written: T) => boolean,
  ): Promise<T> =>
    turns.run(address, async () => {
      const limit = config.LIMIT_NEWCOMERS_ADDRESS
      const count = (how: 'peek' | 'hit', max = limit.max) =>
        countByAddress(limits, how, `newcomers:${act}`, address, { ...limit, max })
      const verdict = await count('peek')
      const written = await write({
        persona: frenoDe(persona),
        maestro: frenoDe(maestro),
        direccion: verdict.allowed ? null : verdict.retryAfter,
        rafaga: act === 'resena' && !(await count('peek', BURST - 1)).allowed,
      })
      if (counted(written)) await count('hit')
      return written
    })
}

const frenoDe = ({ max, seconds }: Limit): FrenoDe => ({ max, segundos: seconds })
