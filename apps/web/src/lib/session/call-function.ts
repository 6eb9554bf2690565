import type { Contract } from '@maestros/contrato/contract'
import type * as z from 'zod/mini'
import { getClient } from '../client/client.ts'
import {
  type Answer,
  endsSession,
  invokeFunction,
  type Options,
  type Refusal,
} from '../client/invoke-function.ts'
import { endSuspended } from './session.ts'
import { expectedPerson, getSession } from './session-state.ts'
import { expireSession } from './sign-in-and-out.ts'

/** Calls a server function by its contract, as the seeker or maestro who is signed in (see invoke-function.ts). */
export async function callFunction<Input extends z.ZodMiniObject, Output extends z.ZodMiniType>(
  contract: Contract<Input, Output>,
  input: z.input<Input>,
  options: Options = {},
): Promise<Answer<Output>> {
  const caller = callerNow()
  const { functions } = await getClient()
  const onRefused = (refusal: Refusal) => endRefused(refusal, caller)
  return invokeFunction(functions, contract, input, { ...options, onRefused })
}

/** Null is nobody, also during a sign-out. Undefined: at the first visit of this browser the person is not known yet. */
type Caller = string | null | undefined

const callerNow = (): Caller =>
  expectedPerson()?.userId ?? (getSession().status === 'loading' ? undefined : null)

async function endRefused(refusal: Refusal, caller: Caller) {
  // On a shared phone the answer may arrive when somebody else has signed in: it says nothing about their session.
  if (caller !== undefined && caller !== expectedPerson()?.userId) return
  if (endsSession(refusal)) expireSession()
  if (refusal.code === 'ACCOUNT_SUSPENDED') await endSuspended()
}
