import { readFile } from 'node:fs/promises'
import type { Database } from '@maestros/contrato/tablas'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { renderTypes, TYPES_FILE } from '../../../../../scripts/types.ts'
import { loadSchema } from '../../../src/protocol/rest/schema.ts'
import { appForTests } from '../../setup/app.ts'

const app = appForTests()

test('the committed table types match the migrations; `npm run types` writes them', async () => {
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(renderTypes(await loadSchema(app.sql)))
})

test('the official client accepts the table types and knows their columns', async () => {
  const client = createClient<Database>(app.url, app.services.secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data } = await client.from('oficios_disponibles').select('nombre, icono').limit(1).single()
  const icono: string | null | undefined = data?.icono
  expect(icono).toEqual(expect.any(String))
})
