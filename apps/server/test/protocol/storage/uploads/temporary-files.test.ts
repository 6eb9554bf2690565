import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportTemporaryFiles } from '../../../../src/platform/objects/export-place.ts'
import { sweep } from '../../../../src/protocol/storage/sweep.ts'
import { appForTests, startAppOfTest } from '../../../setup/app.ts'

const app = appForTests()
const folder = () => join(app.services.config.DATA_DIR, 'objects/.drafts')

/** A file as a crash leaves it, with an age in minutes. */
async function leave(name: string, minutesAgo: number, place = folder()) {
  await mkdir(place, { recursive: true })
  await writeFile(join(place, name), 'half a picture')
  const then = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(join(place, name), then, then)
}

test('the sweep removes temporary files that a crash left, and keeps one that may still be written', async () => {
  await leave('vieja', 61)
  await leave('reciente', 55)
  await sweep(app.services)
  expect(await readdir(folder())).toEqual(['reciente'])
})

test('a server that starts removes them too', async () => {
  await leave('vieja', 61)
  await startAppOfTest({}, app)
  expect(await readdir(folder())).toEqual(['reciente'])
})

test('the sweep removes the file of an export that a killed process left', async () => {
  const exports = exportTemporaryFiles(app.services.config)
  await leave('vieja', 61, exports)
  await leave('reciente', 55, exports)
  await sweep(app.services)
  expect(await readdir(exports)).toEqual(['reciente'])
  await leave('vieja', 61, exports)
  await startAppOfTest({}, app)
  expect(await readdir(exports)).toEqual(['reciente'])
})

test('a server without objects has nothing to sweep', async () => {
  await sweep((await startAppOfTest()).services)
})
