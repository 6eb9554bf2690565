import { describe, expect, test } from 'vitest'
import { ATTEMPTS } from './attempts.ts'
import { LATER_ATTEMPTS } from './attempts-later.ts'
import { MORE_ATTEMPTS } from './attempts-more.ts'
import { UNSEEN_ATTEMPTS } from './attempts-unseen.ts'
import { HONEST_CONVERSATIONS, UNSEEN_CONVERSATIONS } from './honest-conversations.ts'
import { HONEST_FIGURES } from './honest-figures.ts'
import { MORE_CONVERSATIONS, MORE_HONEST } from './honest-more.ts'
import { HONEST_SENTENCES } from './honest-sentences.ts'
import { UNSEEN_HONEST } from './honest-unseen.ts'
import { blockedOf, isHeldBack, messagesOf } from './play.ts'

type Attempts = Readonly<Record<string, readonly string[]>>

/** The share of attempts that fail. */
function recallOf(attempts: Attempts): number {
  const all = Object.entries(attempts).flatMap(([kind, texts]) => texts.map((text) => isHeldBack(kind, text)))
  return all.filter(Boolean).length / all.length
}

describe('attempts to pass contact data', () => {
  test('are of at least 12 kinds, and at least 200', () => {
    expect(Object.keys(ATTEMPTS).length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(UNSEEN_ATTEMPTS)).toEqual(Object.keys(ATTEMPTS))
    expect([ATTEMPTS, UNSEEN_ATTEMPTS].flatMap((set) => Object.values(set).flat()).length).toBeGreaterThan(
      200,
    )
  })

  test.each(Object.entries({ ...ATTEMPTS, ...LATER_ATTEMPTS }))(
    'of the kind %s are all held back',
    (kind, texts) => {
      expect(texts.filter((text) => !isHeldBack(kind, text))).toEqual([])
    },
  )

  test('that the rules were not written for are held back in 95 of 100 cases', () => {
    expect(recallOf(UNSEEN_ATTEMPTS)).toBeGreaterThanOrEqual(0.95)
    expect(recallOf(MORE_ATTEMPTS)).toBeGreaterThanOrEqual(0.95)
  })
})

const HONEST = [HONEST_FIGURES, HONEST_SENTENCES, UNSEEN_HONEST].flatMap((set) => Object.values(set).flat())
const ALL_HONEST = [...HONEST, ...MORE_HONEST]

describe('honest sentences', () => {
  test('are at least 500, and none is blocked', () => {
    expect(new Set(ALL_HONEST).size).toBeGreaterThanOrEqual(500)
    expect(ALL_HONEST.filter((text) => blockedOf([text]).length > 0)).toEqual([])
  })

  test('are not blocked in a conversation', () => {
    const conversations = [...HONEST_CONVERSATIONS, ...UNSEEN_CONVERSATIONS, ...MORE_CONVERSATIONS]
    expect(conversations.filter((messages) => blockedOf(messagesOf(messages)).length > 0)).toEqual([])
  })

  test('are not blocked when one person writes all of them, in any of three orders', () => {
    for (let seed = 1; seed <= 3; seed++)
      expect([seed, blockedOf(shuffled(ALL_HONEST, seed))]).toEqual([seed, []])
  })
})

/** The same order for the same seed. */
function shuffled(texts: readonly string[], seed: number): string[] {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state
  }
  return texts
    .map((text) => ({ text, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ text }) => text)
}
