import { maestros } from '@maestros/contrato/directorio/maestros'
import { callFunction } from '../../../../web/src/lib/session/call-function.ts'

// error: TS2322 Type 'string' is not assignable to type 'number'
export const called = callFunction(maestros, { alcaldia: 'Coyoacán', oficio: 'Plomería', limit: '20' })
