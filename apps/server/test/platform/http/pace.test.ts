import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BEGIN_PER_TURN, pacer } from '../../../src/platform/http/pace.ts'

test('of many requests of one address at once only a few begin in one turn; another address does not wait for the others', async () => {
  const pace = pacer()
  const begun: string[] = []
  const all = Array.from({ length: 30 }, (_, n) => `a${n}`)
  for (const name of all) pace('203.0.113.1', () => begun.push(name))
  pace('203.0.113.2', () => begun.push('b'))
  expect(begun).toEqual([...all.slice(0, BEGIN_PER_TURN), 'b'])
  await setImmediate()
  pace('203.0.113.2', () => begun.push('b'))
  expect(begun.indexOf('b', BEGIN_PER_TURN + 1)).toBeLessThan(3 * BEGIN_PER_TURN)
  while (begun.length < 32) await setImmediate()
  expect(begun.filter((name) => name !== 'b')).toEqual(all)
})

test('requests that begin while others wait keep the order of their address', async () => {
  const pace = pacer()
  const begun: number[] = []
  let sent = 0
  const send = () => {
    const number = sent++
    pace('203.0.113.1', () => {
      begun.push(number)
      // A request that is answered at once makes its client send the next one.
      if (sent < 40) send()
    })
  }
  for (let n = 0; n < 10; n++) send()
  while (begun.length < 40) await setImmediate()
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n))
})
