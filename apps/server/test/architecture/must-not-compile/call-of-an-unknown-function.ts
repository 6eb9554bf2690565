import { callFunction } from '../../../../web/src/lib/functions.ts'

// error: TS2345 not assignable to parameter of type 'Contract<
export const called = callFunction('get-chatts', {})
