import { expect, test } from 'vitest'
import { moderar } from '../../../src/seguridad/moderacion/moderar.ts'
import SEEN from './seen.json' with { type: 'json' }
import UNSEEN from './unseen.json' with { type: 'json' }

/**
 * 300 attempts and 500 honest messages, written by somebody who did not know the rules (docs/decisions/seguridad.md). The rules were written with
 * the seen half. The other half was looked at as totals only, so these tests print none of its texts.
 */
type Half = typeof SEEN

/** How many messages of each kind are blocked, whatever the reason. */
const blockedIn = (half: Half): Record<string, number> =>
  Object.fromEntries(Object.entries(half).map(([kind, texts]) => [kind, texts.filter(isBlocked).length]))
const isBlocked = (text: string): boolean => moderar(text, { contactoAbierto: false }) !== null

/** The reached figures. */
const REACHED = {
  seen: { half: SEEN, telefono: 70, tarjeta: 16, mensajeria: 37, enlace: 17, correo: 10 },
  unseen: { half: UNSEEN, telefono: 66, tarjeta: 16, mensajeria: 28, enlace: 15, correo: 10 },
}

test.each(Object.entries(REACHED))(
  'of the %s half no fewer attempts of each kind are blocked than were reached',
  (_, { half, ...reached }) => {
    const blocked = blockedIn(half)
    const fewer = Object.entries(reached).filter(([kind, count]) => (blocked[kind] ?? 0) < count)
    expect(fewer).toEqual([])
  },
)

test('no honest message of either half is blocked', () => {
  expect([SEEN.honesto.length, UNSEEN.honesto.length]).toEqual([250, 250])
  expect(SEEN.honesto.filter(isBlocked)).toEqual([])
  expect(blockedIn(UNSEEN).honesto).toBe(0)
})
