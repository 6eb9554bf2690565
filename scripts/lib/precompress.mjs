import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:html|js|css|json|svg|txt|xml|map|webmanifest)$/
/** Smaller files fit into one packet anyway. */
const WORTH_BYTES = 1024

/** Writes a .br and a .gz beside each text file once, as small as possible. The server only selects one. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, path, name }) => {
      // Node 20 before 20.12 has only `path`.
      const file = join(parentPath ?? path, name)
      const bytes = await readFile(file)
      if (bytes.length < WORTH_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
