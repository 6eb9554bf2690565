import type { Contract } from '@maestros/contrato'
import type { CheckAnswer } from '../../platform/services.ts'
import { JsonText, type ReadyFunction } from './define.ts'
import { toFunctionError } from './errors.ts'

/** Passes each answer and each refusal of a function to `check`, which throws when the contract does not allow it. */
export function checkedAnswers(
  contract: Contract,
  check: CheckAnswer,
  handle: ReadyFunction['handle'],
): ReadyFunction['handle'] {
  return async (input, context) => {
    const answer = await handle(input, context).catch((error: unknown) => {
      const { code, message } = toFunctionError(error)
      check(contract, { code, message })
      throw error
    })
    const text = answer instanceof JsonText ? answer.body.toString() : JSON.stringify(answer)
    check(contract, { body: JSON.parse(text) })
    return answer
  }
}
