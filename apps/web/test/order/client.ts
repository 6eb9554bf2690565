import * as functions from '@supabase/functions-js'
import * as postgrest from '@supabase/postgrest-js'
import * as realtime from '@supabase/realtime-js'
import * as storage from '@supabase/storage-js'
import * as idb from 'idb'

/** The packages that all tabs share (bundle.ts), by their names. */
export const client: Record<string, unknown> = {
  '@supabase/functions-js': functions,
  '@supabase/postgrest-js': postgrest,
  '@supabase/realtime-js': realtime,
  '@supabase/storage-js': storage,
  idb,
}
