import { setSession } from '#lib/session.ts'

export const USER = '00000000-0000-4000-8000-000000000001'
export const OTHER = '00000000-0000-4000-8000-000000000002'
export const CHAT = '00000000-0000-4000-8000-0000000000c1'

export const signedIn = (userId = USER, leaving = false) =>
  setSession({ status: 'signed-in', userId, role: 'buscador', perfilCompleto: false, leaving })

export const signedOut = (expired = false) => setSession({ status: 'anonymous', expired })
