import type { SupabaseClient } from '@supabase/supabase-js'
import { type Called, call } from '../functions.ts'

export const CONTEXTO = { alcaldia: 'Coyoacán', servicio: 'Plomería' }

/** A seeker requests the contact of a maestro through the product's own function. */
export const requestContact = (
  client: SupabaseClient,
  maestro_id: string,
  more: Record<string, unknown> = {},
): Promise<Called> =>
  call(client, 'track-contact-access', {
    body: { maestro_id, motivo: 'pedir_cotizacion', contexto: CONTEXTO, ...more },
  })
