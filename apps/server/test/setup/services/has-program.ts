import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Tests that need a missing program are skipped. `npm test` installs it or says so (scripts/lib/test-programs.mjs). */
export const hasProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
