import type * as z from 'zod/mini'
import type { Checked } from './use-form.ts'

/** The first sentence of the schema for each field counts. */
export function checkWith<Output>(schema: z.ZodMiniType<Output>, values: unknown): Checked<Output> {
  const { data, error } = schema.safeParse(values)
  if (!error) return { ok: true, output: data }
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message
  return { ok: false, errors: errors as Partial<Record<keyof Output, string>> }
}
