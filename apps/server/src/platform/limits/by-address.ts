import type { Limit } from '../settings/config.ts'
import type { Limits, Verdict } from './rate-limits.ts'

/** How many times the limit of a /64 a whole /48 may use. */
const WIDE = 10

/**
 * Counts an act of an address group (address.ts). A provider gives some customers a whole /48 of IPv6, which has 65,536 groups,
 * so that counts too, with a higher limit: many phones of a mobile network may share one. What one group tries beyond its own
 * limit does not count for its neighbours.
 */
export async function countByAddress(
  limits: Limits,
  act: 'hit' | 'peek',
  kind: string,
  group: string,
  limit: Limit,
): Promise<Verdict> {
  const verdict = await limits[act](`${kind}:address:${group}`, limit)
  const wide = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(group)?.[1]
  if (!verdict.allowed || wide === undefined) return verdict
  return limits[act](`${kind}:address:${wide}::/48`, { ...limit, max: limit.max * WIDE })
}
