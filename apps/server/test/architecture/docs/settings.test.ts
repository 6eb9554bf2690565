import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment, type Settings } from '../../../src/platform/settings/config.ts'

/** The first two columns of README's table of settings: the names of each row, and their defaults. */
function rowsInReadme(): { names: string[]; defaults: string[] }[] {
  const readme = readFileSync(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
  const rows = readme.matchAll(/^\| ([A-Z][A-Z0-9_]*(?:, [A-Z][A-Z0-9_]*)*) \| ([^|]*) \|/gm)
  return [...rows].map(([, names = '', defaults = '']) => ({
    names: names.split(', '),
    defaults: defaults.replaceAll('`', '').split(', '),
  }))
}

/** A default as the README writes it; undefined for a setting that has none, which the README describes in words. */
function written(value: Settings[keyof Settings]): string | undefined {
  if (Array.isArray(value)) return 'none'
  if (typeof value !== 'object') return value === undefined ? undefined : String(value)
  return 'max' in value ? `${value.max}/${value.seconds}` : `${value.desde}-${value.hasta}`
}

test('the README names each setting of the server, and no other', () => {
  const names = rowsInReadme().flatMap((row) => row.names)
  expect(names.sort()).toEqual(Object.keys(Environment.shape).sort())
})

test('the README gives the default of each setting', () => {
  const defaults = Object.entries(Environment.parse({})).map(([name, value]) => [name, written(value)])
  const found = rowsInReadme().flatMap(({ names, defaults: texts }) =>
    names.map((name, i) => [name, texts[i]]),
  )
  const expected = Object.fromEntries(defaults.filter(([, text]) => text !== undefined))
  expect(Object.fromEntries(found)).toMatchObject(expected)
  expect(Object.keys(expected).length).toBeGreaterThan(30)
})
