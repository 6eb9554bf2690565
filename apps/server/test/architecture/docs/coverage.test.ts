import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverage, PAGE } from '../../../../../scripts/coverage.ts'

it('The coverage page says what the tests prove today', () => {
  expect(readFileSync(PAGE, 'utf8'), 'run `npm run coverage`').toBe(coverage())
})
