import { Chance } from './clock.ts'

/** What happens to the people and their devices in one simulation. The seed decides all of it. */

export const DEVICES = ['phone', 'computer'] as const
export type DeviceName = (typeof DEVICES)[number]
/** The seeker who owns the phone, and another one who uses it sometimes. The maestro has the computer. */
export type Name = 'ana' | 'carla' | 'bruno'

export type Act = { at: number; device: DeviceName; tab: number } & (
  | { kind: 'type'; texts: number; refused: boolean }
  | { kind: 'draft' | 'open' | 'close' | 'hide' | 'show' | 'freeze' | 'up' | 'end' }
  | { kind: 'sign-out' | 'session-ended' | 'silent-sockets' | 'switch-chat' }
  | { kind: 'sign-in'; name: Name }
  | { kind: 'offline' | 'storage-full' | 'limit'; ms: number }
  | { kind: 'bad-network'; ms: number; faults: number }
  | { kind: 'clock'; offset: number }
)

export type Schedule = { seed: number; acts: Act[]; endsAt: number; oneVisible: boolean }

const LASTS_MS = 30_000
/** Some acts are the ones that a schedule has many of. */
const WEIGHTS: readonly (readonly [Act['kind'], number])[] = [
  ['type', 10],
  ['draft', 2],
  ['open', 2],
  ['close', 2],
  ['hide', 2],
  ['show', 2],
  ['freeze', 2],
  ['up', 2],
  ['end', 1],
  ['sign-out', 1],
  ['sign-in', 1.5],
  ['session-ended', 0.5],
  ['silent-sockets', 1.5],
  ['switch-chat', 1],
  ['offline', 1],
  ['storage-full', 1],
  ['limit', 1.5],
  ['bad-network', 2.5],
  ['clock', 1],
]
const ALL = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)

function kindOf(chance: Chance): Act['kind'] {
  let left = chance.next() * ALL
  for (const [kind, weight] of WEIGHTS) {
    left -= weight
    if (left < 0) return kind
  }
  return 'type'
}

function actOf(chance: Chance, at: number): Act {
  const device = chance.is(0.7) ? 'phone' : 'computer'
  const where = { at, device, tab: chance.between(0, 1) } as const
  const kind = kindOf(chance)
  switch (kind) {
    case 'type':
      return { ...where, kind, texts: chance.between(1, 3), refused: chance.is(0.06) }
    case 'sign-in':
      return { ...where, device: 'phone', kind, name: chance.is(0.5) ? 'ana' : 'carla' }
    case 'sign-out':
    case 'session-ended':
      return { ...where, device: 'phone', kind }
    case 'switch-chat':
      return { ...where, device: 'computer', kind }
    case 'offline':
    case 'storage-full':
    case 'limit':
      return { ...where, kind, ms: chance.between(500, 15_000) }
    case 'bad-network':
      return { ...where, kind, ms: chance.between(1000, 20_000), faults: chance.of([0.3, 0.6, 1]) }
    case 'clock':
      return { ...where, kind, offset: chance.of([-7_200_000, -60_000, 0, 60_000, 86_400_000]) }
    default:
      return { ...where, kind }
  }
}

export function scheduleOf(seed: number): Schedule {
  const chance = new Chance(seed)
  const acts: Act[] = []
  const count = chance.between(6, 16)
  // Some schedules happen in a moment, so that acts meet what others have begun.
  const length = chance.of([3000, 10_000, LASTS_MS])
  for (let nth = 0; nth < count; nth += 1) acts.push(actOf(chance, chance.between(2000, 2000 + length)))
  acts.sort((a, b) => a.at - b.at)
  return { seed, acts, endsAt: 2500 + length, oneVisible: chance.is(0.7) }
}

export function sentenceOf(act: Act): string {
  const { at, device, tab, kind, ...rest } = act
  const more = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  return `${(at / 1000).toFixed(3)} s  ${device} ${tab}  ${[kind, ...more].join(', ')}`
}
