import axe from 'axe-core'
import { expect } from 'vitest'

/** Checks the whole screen with axe, as the browser tests do. */
export async function expectAccessible() {
  const { violations } = await axe.run({ resultTypes: ['violations'] })
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
}
