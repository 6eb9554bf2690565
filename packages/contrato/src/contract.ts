import type { Role } from '@maestros/dominio/acceso/roles'
import type * as z from 'zod/mini'
import type { CodigoDeclarable } from './errores.ts'

/**
 * Who may call a function. `public`: anyone with the publishable key. `person`: any seeker or maestro who is signed in. A
 * role: only people of that role. `operador`: operators who have signed in with their second factor, which their functions check with
 * `asOperator`.
 */
export type Callers = 'public' | 'person' | Role | 'operador'

/**
 * What both ends of a call must know. The schemas are zod/mini, because the web app carries them. The files
 * SUBJECT/NAME.ts export one each, and no list names them. The server's definition of NAME is in
 * apps/server/src/subjects/SUBJECT/functions/NAME.ts.
 */
export interface Contract<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Callers = Callers,
  Code extends CodigoDeclarable = CodigoDeclarable,
  Header extends string = string,
> {
  /** The last part of the address: /functions/v1/NAME. The contract's file has the same name. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Fields of the input that follow the name in the path, in this order. */
  readonly params?: readonly (keyof z.input<Input> & string)[]
  /** The fields of the path and, for POST, of the body; for GET, of the query string (see request.ts). */
  readonly input: Input
  /** The body of an answer with status 200. */
  readonly output: Output
  readonly callers: Who
  /** Codes that this function answers besides those that every function may answer (ERRORES_COMUNES). */
  readonly errors: readonly Code[]
  /** Headers that carry a part of the answer, in lower case. */
  readonly headers?: readonly Header[]
}

export function contract<
  Input extends z.ZodMiniObject,
  Output extends z.ZodMiniType,
  Who extends Callers,
  Code extends CodigoDeclarable = never,
  Header extends string = never,
>(definition: Contract<Input, Output, Who, Code, Header>): Contract<Input, Output, Who, Code, Header> {
  return definition
}
