import { rmSync } from 'node:fs'

/** The server's folder goes once the server has gone. */
export default function clean() {
  const folder = process.env.E2E_DATA_DIR
  if (folder) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
