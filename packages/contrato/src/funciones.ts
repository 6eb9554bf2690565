import { maestroProfile } from './funciones/maestro-profile.ts'
import { maestros } from './funciones/maestros.ts'
import { trackProfileView } from './funciones/track-profile-view.ts'

/** Every server function, by what crosses the wire; one file each in funciones/. */
export const FUNCIONES = { maestros, maestroProfile, trackProfileView } as const
