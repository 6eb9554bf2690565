import { expect, test } from 'vitest'
import { isDeeperThan } from '../../../src/platform/limits/json-depth.ts'

test.each([
  ['[[1]]', 2, false],
  ['[[[1]]]', 2, true],
  ['[{"a":[1]}]', 2, true],
  ['[1],[2],[3]', 1, false],
  ['["[[[[", "{{{{", "\\"[[[["]', 1, false],
  ['["\\\\", [1]]', 1, true],
  ['', 0, false],
])('JSON %s is deeper than %i: %s', (text, max, expected) => {
  expect(isDeeperThan(text, max)).toBe(expected)
})
