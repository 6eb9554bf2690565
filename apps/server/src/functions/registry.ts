import type { FunctionDefinition } from './definition.ts'
import { maestroProfile } from './maestro-profile.ts'
import { maestros } from './maestros.ts'
import { trackProfileView } from './track-profile-view.ts'

/** Every function there is: the plugin mounts these, and the access matrix asks each of them. */
export const FUNCTIONS: readonly FunctionDefinition[] = [maestros, maestroProfile, trackProfileView]
