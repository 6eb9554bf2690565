import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/settings/config.ts'
import { loadSecrets } from '../../src/platform/settings/secrets.ts'

test('generated secrets are stored once, readable by their owner only, and no draft is left', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'maestros-secrets-'))
  try {
    const config = readConfig({ DATA_DIR: join(parent, 'datos') })
    const first = await loadSecrets(config)
    expect(await loadSecrets(config)).toEqual(first)
    expect(await readdir(config.DATA_DIR)).toEqual(['documents-key.json', 'secrets.json'])
    for (const name of ['documents-key.json', 'secrets.json']) {
      const { mode } = await stat(join(config.DATA_DIR, name))
      expect((mode & 0o777).toString(8)).toBe('600')
    }
    expect(((await stat(config.DATA_DIR)).mode & 0o777).toString(8)).toBe('700')
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})

test('stored secrets that cannot be read, and those that are damaged, stop the start with their own reason', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'maestros-secrets-'))
  const path = join(parent, 'secrets.json')
  try {
    await writeFile(path, '{}')
    await expect(loadSecrets(readConfig({ DATA_DIR: parent }))).rejects.toThrow('repóngalo o muévalo')
    await rm(path)
    // Root may read every file, so a folder takes the place of a file of another user.
    await mkdir(path)
    await expect(loadSecrets(readConfig({ DATA_DIR: parent }))).rejects.toThrow(
      'secrets.json no se puede leer (EISDIR); revise su dueño y sus permisos',
    )
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})
