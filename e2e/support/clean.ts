import { rmSync } from 'node:fs'

/** Deletes the data folder of the server at the end of the process, when the server has stopped. */
export default function clean() {
  const folder = process.env.E2E_DATA_DIR
  if (folder) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
