import { addressGroup } from '../limits/address.ts'

/**
 * Spreads the requests that one address sends at the same moment: a few of them begin in one turn of the event loop, and
 * the others wait for the next turns. The requests of other addresses begin in between, instead of after the whole
 * group. The number that waits is limited by the tokens of the address (address-limit.ts).
 */
export type Pace = (ip: string | undefined, begin: () => void) => void

export const BEGIN_PER_TURN = 4

export function pacer(): Pace {
  const begun = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  let scheduled = false

  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(nextTurn)
  }
  const nextTurn = () => {
    begun.clear()
    scheduled = false
    if (waiting.size > 0) schedule()
    for (const [group, requests] of waiting) {
      const next = requests.splice(0, BEGIN_PER_TURN)
      if (requests.length === 0) waiting.delete(group)
      begun.set(group, next.length)
      for (const begin of next) begin()
    }
  }

  return (ip, begin) => {
    const group = addressGroup(ip)
    const count = begun.get(group) ?? 0
    schedule()
    if (count < BEGIN_PER_TURN) {
      begun.set(group, count + 1)
      begin()
      return
    }
    const requests = waiting.get(group)
    if (requests) requests.push(begin)
    else waiting.set(group, [begin])
  }
}
