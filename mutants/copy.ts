import { execFileSync } from 'node:child_process'
import { copyFile, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * A copy of the tree in a temporary folder. Mutants are applied to it and never to the tree itself. The installed
 * packages are links, except for the workspaces, which must resolve inside of the copy.
 */
export interface TreeCopy {
  folder: string
  read(file: string): Promise<string>
  write(file: string, text: string): Promise<void>
}

const NESTED = ['apps', 'packages']

export async function copyTree(root: string, folder: string): Promise<TreeCopy> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    // A file that was deleted and not committed is still in the list.
    const found = await lstat(join(root, file)).catch(() => undefined)
    if (!found?.isFile()) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await copyFile(join(root, file), join(folder, file))
  }
  await linkPackages(root, folder)
  return {
    folder,
    read: (file) => readFile(join(folder, file), 'utf8'),
    write: (file, text) => writeFile(join(folder, file), text),
  }
}

async function linkPackages(root: string, folder: string): Promise<void> {
  const from = join(root, 'node_modules')
  const to = join(folder, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from)) {
    // Caches are written: each copy has its own.
    if (/^\.vite/.test(name)) continue
    const isWorkspaces =
      (await lstat(join(from, name))).isDirectory() && (await holdsWorkspaces(join(from, name)))
    if (!isWorkspaces) await symlink(join(from, name), join(to, name))
    else await linkScope(join(from, name), join(to, name))
  }
  for (const parent of NESTED) {
    for (const unit of await readdir(join(root, parent)).catch(() => [])) {
      const nested = join(parent, unit, 'node_modules')
      if (await lstat(join(root, nested)).catch(() => undefined))
        await symlink(join(root, nested), join(folder, nested))
    }
  }
}

/** A scope folder such as @maestros contains relative links to the workspaces. */
async function holdsWorkspaces(scope: string): Promise<boolean> {
  if (!/\/@[^/]+$/.test(scope)) return false
  const entries = await readdir(scope, { withFileTypes: true })
  return entries.some((entry) => entry.isSymbolicLink())
}

async function linkScope(from: string, to: string): Promise<void> {
  await mkdir(to)
  // A relative link is valid in the copy too, and points to the workspace there.
  for (const name of await readdir(from)) await symlink(await readlink(join(from, name)), join(to, name))
}
