import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { applyPatches } from './patches.mjs'
import { Failure, ROOT, run } from './run.mjs'

/**
 * Installs dependencies when they are missing or outdated: `start` for what the product needs to run, `full`
 * also for what its tests need. The lock file defines them; node_modules/.maestros-install records what was
 * installed. Then the installed packages are corrected (patches.mjs).
 */
const RECORD = join(ROOT, 'node_modules/.maestros-install')
const LOCK = join(ROOT, 'package-lock.json')
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')

export async function ensureInstalled(level) {
  await install(level)
  applyPatches()
}

async function install(level) {
  const wanted = { lock: hashOf(LOCK), machine: `${process.platform}-${process.arch}` }
  const done = readJson(RECORD)
  const same = done?.lock === wanted.lock && done?.machine === wanted.machine
  if (same && (done.level === 'full' || done.level === level) && nestedAreThere(level)) return
  if (!installedByHand(level) || !nestedAreThere(level)) {
    console.log(
      level === 'full'
        ? 'Instalando lo que piden el producto y sus pruebas…'
        : 'Instalando lo que el producto necesita (la primera vez tarda un poco)…',
    )
    const args = [
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...(level === 'full' ? ['--include=dev'] : ['--omit=dev']),
    ]
    const code = await npm(args)
    if (code !== 0) throw new Failure('La instalación falló; arriba está lo que dijo npm.', code)
  }
  writeFileSync(RECORD, `${JSON.stringify({ level, ...wanted })}\n`)
}

/** npm with the Node it came with, because the one in node_modules is about to be replaced. */
export function npm(args, options = {}) {
  const { npm_execpath: script, npm_node_execpath: node, PATH = '' } = process.env
  const outside = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: outside.join(delimiter) }
  if (script && node && existsSync(script) && existsSync(node))
    return run(node, [script, ...args], { env, ...options })
  return run('npm', args, { env, ...options })
}

/** Packages in a workspace's own node_modules can be missing although the record exists. */
function nestedAreThere(level) {
  return Object.entries(readJson(LOCK)?.packages ?? {})
    .filter(
      ([path, { dev, optional }]) =>
        /^(apps|packages)\/.*node_modules\//.test(path) && !optional && !(dev && level !== 'full'),
    )
    .every(([path]) => existsSync(join(ROOT, path)))
}

/** Someone ran `npm install` or `npm ci`: then npm's own record of the installed packages decides. */
function installedByHand(level) {
  const there = readJson(INSTALLED)?.packages
  const asked = readJson(LOCK)?.packages
  if (!there || !asked) return false
  return Object.entries(asked).every(([path, { version, dev, optional, devOptional, link }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    if (level !== 'full' && (dev || devOptional)) return true
    const found = there[path]
    return found ? found.version === version : optional === true || devOptional === true
  })
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
