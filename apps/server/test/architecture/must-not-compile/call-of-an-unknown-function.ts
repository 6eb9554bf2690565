import { callFunction } from '../../../../web/src/lib/session/call-function.ts'

// error: TS2345 not assignable to parameter of type 'Contract<
export const called = callFunction('get-chatts', {})
