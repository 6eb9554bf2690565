import { callFunction } from '../../../../web/src/lib/functions.ts'

// error: TS2345 not assignable to parameter of type 'Call<
export const called = callFunction('get-chatts', {})
