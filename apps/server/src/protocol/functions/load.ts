import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FunctionDefinition } from './define.ts'

export interface LoadedFunction {
  /** The folder that the function's file lies in. */
  subject: string
  definition: FunctionDefinition
}

/**
 * Every function of the server: each file SUBJECT/NAME.ts has the definition of the function NAME as its default export.
 * What the functions of a subject share lies in SUBJECT/support and is not read here.
 */
export async function loadFunctions(folder: string = import.meta.dirname): Promise<LoadedFunction[]> {
  const loaded = new Map<string, LoadedFunction>()
  for (const subject of await namesIn(folder, 'folder')) {
    for (const file of await namesIn(join(folder, subject), 'file')) {
      const definition = await definitionOf(join(folder, subject, file))
      const { name } = definition.contract
      const other = loaded.get(name)
      if (other) throw new Error(`two functions have the name ${name}: in ${other.subject} and in ${subject}`)
      loaded.set(name, { subject, definition })
    }
  }
  return [...loaded.values()]
}

async function namesIn(folder: string, kind: 'folder' | 'file'): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) =>
      kind === 'folder' ? entry.isDirectory() : entry.isFile() && entry.name.endsWith('.ts'),
    )
    .map(({ name }) => name)
    .sort()
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
