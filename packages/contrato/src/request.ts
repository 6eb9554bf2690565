import type * as z from 'zod/mini'
import type { Contract } from './contract.ts'

/** What follows /functions/v1/ in the address, and the body of a POST. */
export interface FunctionRequest {
  path: string
  body: Record<string, unknown> | undefined
}

/**
 * A call as it is sent. Fields of the path are escaped; a query string has numbers as text and lists with commas, so a
 * list of a GET may only hold numbers and words without commas. Fields that are undefined are left out.
 */
export function requestOf<Input extends z.ZodMiniObject>(
  call: Pick<Contract<Input>, 'name' | 'method' | 'params'>,
  input: z.input<Input>,
): FunctionRequest {
  const fields: Record<string, unknown> = { ...input }
  let path = call.name
  for (const name of call.params ?? []) {
    path += `/${encodeURIComponent(String(fields[name]))}`
    delete fields[name]
  }
  if (call.method === 'POST') return { path, body: fields }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return { path: query.size > 0 ? `${path}?${query}` : path, body: undefined }
}
