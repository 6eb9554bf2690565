import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment } from '../../src/config.ts'

/** The names in the first column of README's table of settings. */
function namesInReadme(): string[] {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')
  const rows = readme.matchAll(/^\| ([A-Z][A-Z0-9_]*(?:, [A-Z][A-Z0-9_]*)*) \|/gm)
  return [...rows].flatMap(([, names = '']) => names.split(', '))
}

test('the README names each setting of the server, and no other', () => {
  expect(namesInReadme().sort()).toEqual(Object.keys(Environment.shape).sort())
})
