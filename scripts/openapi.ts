import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { functionList } from '../apps/server/src/function-list.ts'
import { openApiDocument } from '../apps/server/src/protocol/functions/openapi.ts'

/** `npm run openapi` writes docs/openapi.json from the contracts. A test fails when the committed file differs. */
export const OPENAPI_FILE = join(import.meta.dirname, '../docs/openapi.json')

export const renderOpenApi = async () =>
  `${JSON.stringify(openApiDocument(await functionList()), undefined, 2)}\n`

if (import.meta.main) await writeFile(OPENAPI_FILE, await renderOpenApi())
