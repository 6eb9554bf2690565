import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { npm } from './install.mjs'
import { ROOT } from './run.mjs'

/**
 * A headless Chromium for Linux on x64 that is contained in an npm package, with the libraries and a font that a bare
 * machine lacks. It is 70 MB, so only a machine where no other browser starts gets it.
 */
const PACKAGE = '@sparticuz/chromium@153.0.0'
const FOLDER = join(ROOT, 'node_modules/.cache/chromium-153.0.0')
const PROGRAM = join(FOLDER, 'chromium')

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${FOLDER}/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`

const START = `#!/bin/sh
LD_LIBRARY_PATH="${FOLDER}/lib" FONTCONFIG_FILE="${FOLDER}/fonts.conf" exec "${FOLDER}/headless-shell" "$@"
`

/** Whether an earlier run has installed it. */
export const isFromNpmThere = () => existsSync(PROGRAM)

/** The path of the program; undefined where there is none for this machine. */
export async function chromiumFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (isFromNpmThere()) return PROGRAM
  console.log(`Installing Chromium from ${PACKAGE} into node_modules/.cache…`)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const code = await npm(['pack', '--pack-destination', FOLDER, PACKAGE], { quiet: true })
  const archive = readdirSync(FOLDER).find((name) => name.endsWith('.tgz'))
  if (code !== 0 || archive === undefined || !unpack(archive)) return undefined
  const packed = join(FOLDER, 'package/bin')
  for (const name of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    decompress(join(packed, `${name}.br`), join(FOLDER, name))
    if (!unpack(name)) return undefined
  }
  decompress(join(packed, 'chromium.br'), join(FOLDER, 'headless-shell'))
  rmSync(join(FOLDER, 'package'), { recursive: true })
  writeFileSync(join(FOLDER, 'fonts.conf'), FONTS)
  // Last and in one step, because its existence says that everything is there.
  writeFileSync(`${PROGRAM}.new`, START, { mode: 0o755 })
  renameSync(`${PROGRAM}.new`, PROGRAM)
  return PROGRAM
}

function unpack(name) {
  const { status } = spawnSync('tar', ['--no-same-owner', '-xf', name], { cwd: FOLDER, stdio: 'inherit' })
  rmSync(join(FOLDER, name))
  return status === 0
}

function decompress(from, to) {
  writeFileSync(to, brotliDecompressSync(readFileSync(from)), { mode: 0o755 })
}
