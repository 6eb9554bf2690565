import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadSecrets } from '../../src/secrets.ts'

test('generated secrets are stored once, readable by their owner only, and no draft is left', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'maestros-secrets-'))
  try {
    const config = readConfig({ DATA_DIR: join(parent, 'datos') })
    const first = await loadSecrets(config)
    expect(await loadSecrets(config)).toEqual(first)
    expect(await readdir(config.DATA_DIR)).toEqual(['documents-key.json', 'secrets.json', 'vapid.json'])
    for (const name of ['documents-key.json', 'secrets.json', 'vapid.json']) {
      const { mode } = await stat(join(config.DATA_DIR, name))
      expect((mode & 0o777).toString(8)).toBe('600')
    }
    expect(((await stat(config.DATA_DIR)).mode & 0o777).toString(8)).toBe('700')
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})
