import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportTemporaryFiles } from '../../../../src/platform/objects/export-place.ts'
import { sweep } from '../../../../src/protocol/storage/sweep.ts'
import { startApp, type TestApp } from '../../../setup/app.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = join(app.services.config.DATA_DIR, 'objects/.drafts')
})
afterAll(() => app.close())

/** A file as a crash leaves it, with an age in minutes. */
async function leave(name: string, minutesAgo: number, place = folder) {
  await mkdir(place, { recursive: true })
  await writeFile(join(place, name), 'half a picture')
  const then = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(join(place, name), then, then)
}

test('the sweep removes temporary files that a crash left, and keeps one that may still be written', async () => {
  await leave('vieja', 61)
  await leave('reciente', 55)
  await sweep(app.services)
  expect(await readdir(folder)).toEqual(['reciente'])
})

test('a server that starts removes them too', async () => {
  await leave('vieja', 61)
  const beside = await startApp({}, app)
  expect(await readdir(folder)).toEqual(['reciente'])
  await beside.close()
})

test('the sweep removes the file of an export that a killed process left', async () => {
  const exports = exportTemporaryFiles(app.services.config)
  await leave('vieja', 61, exports)
  await leave('reciente', 55, exports)
  await sweep(app.services)
  expect(await readdir(exports)).toEqual(['reciente'])
  await leave('vieja', 61, exports)
  const beside = await startApp({}, app)
  expect(await readdir(exports)).toEqual(['reciente'])
  await beside.close()
})

test('a server without objects has nothing to sweep', async () => {
  const fresh = await startApp()
  await sweep(fresh.services)
  await fresh.close()
})
