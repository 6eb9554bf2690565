import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { OperatorError } from './connect.ts'

/** Shows a question and reads the answer. Without somebody who answers it is empty. */
export type Ask = (question: string) => Promise<string>

/** For what cannot be undone: goes on only when the phrase is typed. */
export async function requireConfirmation(ask: Ask, lines: readonly string[], phrase: string): Promise<void> {
  const answer = await ask([...lines, textos.confirma(phrase)].join('\n'))
  if (answer.trim() !== phrase) throw new OperatorError(textos.sinConfirmar)
}
