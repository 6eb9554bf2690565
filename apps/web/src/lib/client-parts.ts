/** The parts of the official client that are loaded together (see client.ts). */
export { AuthClient } from '@supabase/auth-js'
export { FunctionsClient } from '@supabase/functions-js'
export { PostgrestClient } from '@supabase/postgrest-js'
