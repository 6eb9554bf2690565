import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for one attempt of a test, removed after it. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'maestros-own-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
