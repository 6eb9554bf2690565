import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * Each file of must-not-compile has one mistake. The comment before its line has the code and a part of the message that
 * the compiler must give there: `// error: TS2353 'nonsense' does not exist`.
 */
const FOLDER = join(import.meta.dirname, 'must-not-compile')
const ROOT = join(import.meta.dirname, '../../../..')
const TSC = join(ROOT, 'node_modules/.bin/tsc')

const FILES = globSync('*.ts', { cwd: FOLDER }).sort()
const ERROR = /^(?:.*\/)?([^/]+)\((\d+),\d+\): error (TS\d+): (.*)$/gm

interface Mistake {
  line: number
  code: string
  message: string
}

let found: Map<string, Mistake[]>
beforeAll(() => {
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', FOLDER, '--pretty', 'false'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const errors = [...stdout.matchAll(ERROR)].map(([, file = '', line, code = '', message = '']) => ({
    file,
    mistake: { line: Number(line), code, message },
  }))
  found = new Map(
    Object.entries(Object.groupBy(errors, ({ file }) => file)).map(([file, group]) => [
      file,
      (group ?? []).map(({ mistake }) => mistake),
    ]),
  )
})

describe('the compiler refuses', () => {
  test.each(FILES)('%s', (file) => {
    const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n')
    const expectations = lines.flatMap((line, index) => {
      const [, code, message] = /^\s*\/\/ error: (TS\d+) (.+)$/.exec(line) ?? []
      // Lines are counted from 1, and the mistake is in the line after the comment.
      return code && message ? [{ line: index + 2, code, message: expect.stringContaining(message) }] : []
    })
    expect(expectations).toHaveLength(1)
    expect(found.get(file)).toEqual(expectations)
  })

  test('nothing else: every other file that these import compiles', () => {
    expect([...found.keys()].filter((file) => !FILES.includes(file))).toEqual([])
  })
})
