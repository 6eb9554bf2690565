import type { Person } from '../screen/app.tsx'

/** The people of screen tests. */
export const BUSCADOR: Person = { id: '00000000-0000-4000-8000-0000000000b1', role: 'buscador' }
export const MAESTRO = '00000000-0000-4000-8000-0000000000e1'
export const LUIS: Person = { id: MAESTRO, role: 'maestro' }
/** A maestro who still has to onboard. */
export const NUEVO: Person = { ...LUIS, perfilCompleto: false }
