import { join } from 'node:path'
import { loadFunctions } from './protocol/functions/load.ts'

/** Every function of the product: the files of subjects/SUBJECT/functions. No list names them. */
export const functionList = () => loadFunctions(join(import.meta.dirname, 'subjects'))
