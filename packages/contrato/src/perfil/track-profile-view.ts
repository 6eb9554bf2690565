import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

const TrackProfileViewInput = z.object({
  maestro_id: z.guid(),
  /** As the specification sends it; it must be the caller's own. */
  buscador_id: z.guid(),
})

export const trackProfileView = contract({
  name: 'track-profile-view',
  method: 'POST',
  input: TrackProfileViewInput,
  output: Hecho,
  callers: 'buscador',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
