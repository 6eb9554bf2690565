import { mkdir, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BUILD_DIR, buildFile, compileSource, mailNames, readSource } from './compile-template.ts'

/** Compiles the e-mails ahead of time: `node apps/server/src/platform/mail/compile-all.ts`, or from the start script. */
export async function buildMail(): Promise<void> {
  await mkdir(BUILD_DIR, { recursive: true })
  for (const name of mailNames) {
    const compiled = await compileSource(await readSource(name))
    const path = fileURLToPath(buildFile(name))
    const temporary = `${path}.${process.pid}`
    await writeFile(temporary, JSON.stringify(compiled))
    await rename(temporary, path)
  }
}

if (import.meta.main) await buildMail()
