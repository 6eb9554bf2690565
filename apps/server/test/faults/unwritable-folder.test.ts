import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What `npm start` and the other scripts print when they cannot install or build. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unwritable-'))
  await writeFile(join(folder, 'private'), '', { mode: 0 })
  await chmod(folder, 0o555)
})
afterAll(() => rm(folder, { recursive: true }))

const NOBODY = 65534
const RUN = join(import.meta.dirname, '../../../../scripts/lib/run.mjs')

/** Runs a statement as a user who is not root, and reports its error as the scripts do. */
const report = (statement: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { readFileSync, writeFileSync } from 'node:fs'
     import { Failure, reportFailure } from ${JSON.stringify(RUN)}
     if (process.getuid?.() === 0) process.setuid(${NOBODY})
     try { ${statement} } catch (error) { reportFailure(error) }`,
  ]).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )

test('a folder that cannot be written is named in one line without a stack', async () => {
  const file = join(folder, 'build')
  const { code, stderr } = await report(`writeFileSync(${JSON.stringify(file)}, '')`)
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain(`Error: no se puede escribir en ${file} (EACCES).`)
})

test('a file that exists and cannot be read is named as such', async () => {
  const file = join(folder, 'private')
  const { code, stderr } = await report(`readFileSync(${JSON.stringify(file)})`)
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain(`Error: no se puede leer ${file} (EACCES).`)
})

test('an expected failure is one line with its exit code, and a defect of a script keeps its stack', async () => {
  expect(await report(`throw new Failure('roto', 3)`)).toEqual({ code: 3, stderr: 'Error: roto\n' })
  const { code, stderr } = await report(`throw new Error('raro')`)
  expect(code).toBe(1)
  expect(stderr).toContain('Error: raro\n    at ')
})
