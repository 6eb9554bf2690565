import { globSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FunctionDefinition } from './define.ts'

export interface LoadedFunction {
  /** The folder of the subject that the function's file lies in. */
  subject: string
  definition: FunctionDefinition
}

/**
 * The functions of a folder of subjects: each file SUBJECT/functions/NAME.ts has the definition of the function NAME as its default
 * export. What else the server does for a subject lies beside the folder and is not read here.
 */
export async function loadFunctions(folder: string): Promise<LoadedFunction[]> {
  const loaded = new Map<string, LoadedFunction>()
  for (const file of globSync('*/functions/*.ts', { cwd: folder }).sort()) {
    const definition = await definitionOf(join(folder, file))
    const { name } = definition.contract
    const [subject = ''] = file.split(sep)
    const other = loaded.get(name)
    if (other) throw new Error(`two functions have the name ${name}: in ${other.subject} and in ${subject}`)
    loaded.set(name, { subject, definition })
  }
  return [...loaded.values()]
}

async function definitionOf(file: string): Promise<FunctionDefinition> {
  const module: { default?: unknown } = await import(pathToFileURL(file).href)
  const definition = module.default
  if (!(definition instanceof FunctionDefinition)) {
    throw new Error(`${file} has no definition: its default export must be the result of defineFunction`)
  }
  const { name } = definition.contract
  if (name !== basename(file, '.ts'))
    throw new Error(`${file} defines the function ${name}: name the file ${name}.ts`)
  return definition
}
