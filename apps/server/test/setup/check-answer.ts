import { ERRORES_COMUNES } from '@maestros/contrato'
import type { CheckAnswer } from '../../src/platform/services.ts'
import { sentencePatterns } from './sentences.ts'

const SENTENCES = await sentencePatterns()

/** Whether a message is a sentence of dominio, with any values in it. */
export const isSentence = (message: string) => SENTENCES.some((sentence) => sentence.test(message))

/** Every answer of every function in the tests is compared with its contract: startApp passes this to the server. */
export const checkAnswer: CheckAnswer = (contract, answer) => {
  if ('code' in answer) {
    const allowed: readonly string[] = [
      ...ERRORES_COMUNES,
      ...contract.errors,
      // The surface itself answers it to people of another role and to the secret key.
      ...(contract.callers === 'public' ? [] : ['FORBIDDEN']),
    ]
    if (!allowed.includes(answer.code))
      throw new Error(`${contract.name} answered ${answer.code}, which its contract does not declare`)
    if (answer.message !== undefined && !isSentence(answer.message))
      throw new Error(`${contract.name} answered a sentence that is not in dominio: ${answer.message}`)
    return
  }
  const parsed = contract.output.safeParse(answer.body)
  if (!parsed.success) throw new Error(`${contract.name} answered another shape: ${parsed.error.message}`)
  const unknown = fieldsMissingFrom(parsed.data, answer.body, '')
  if (unknown.length > 0)
    throw new Error(`${contract.name} answered fields that its contract does not have: ${unknown.join(', ')}`)
}

/** The schemas drop the fields that they do not know: whatever is in `given` and not in `parsed` is unknown. */
function fieldsMissingFrom(parsed: unknown, given: unknown, place: string): string[] {
  if (!isObject(given)) return []
  return Object.entries(given).flatMap(([key, value]) =>
    isObject(parsed) && Object.hasOwn(parsed, key)
      ? fieldsMissingFrom(parsed[key], value, `${place}/${key}`)
      : [`${place}/${key}`],
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
