import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { precompress } from './precompress.mjs'
import { BIN, Failure, ourEnvironment, ROOT, run } from './run.mjs'

/**
 * What is built, from which sources, and how. A stamp beside each build contains the hash of its sources, so
 * that a build is repeated exactly when they have changed, independent of file dates.
 */
const BUILDS = [
  {
    name: 'web',
    says: 'Preparando la aplicación web…',
    fails: 'No se pudo preparar la aplicación web.',
    sources: ['apps/web', 'packages/contrato', 'packages/dominio', 'scripts/lib', 'package-lock.json'],
    output: 'apps/web/build',
    make: async () => {
      const web = join(ROOT, 'apps/web')
      const env = ourEnvironment({ NODE_ENV: 'production' })
      const code = await run(join(BIN, 'react-router'), ['build'], { cwd: web, env, quiet: true })
      if (code === 0) await precompress(join(web, 'build/client'))
      return code
    },
  },
  {
    name: 'mail',
    says: 'Preparando los correos…',
    fails: 'No se pudieron preparar los correos.',
    sources: ['apps/server/src/platform/mail', 'packages/dominio', 'package-lock.json'],
    output: 'apps/server/build/mail',
    make: () =>
      run(join(BIN, 'node'), ['apps/server/src/platform/mail/compile-all.ts'], {
        env: ourEnvironment(),
        quiet: true,
      }),
  },
]

/** Not sources: the output of builds and tools. */
const PASSED_OVER = new Set(['node_modules', 'build', '.react-router', 'test'])

/** Builds what has changed: everything, or only the named build. */
export async function ensureBuilt(only) {
  for (const { name, says, fails, sources, output, make } of BUILDS) {
    if (only !== undefined && name !== only) continue
    const stamp = join(ROOT, output, '.sources')
    const hash = hashOf(sources.map((source) => join(ROOT, source)))
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    console.log(says)
    rmSync(stamp, { force: true })
    const code = await make()
    if (code !== 0) throw new Failure(fails, code)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesOf)) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (/\.\w+$/.test(path) && existsSync(path)) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !PASSED_OVER.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}
