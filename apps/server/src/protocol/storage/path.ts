import { z } from 'zod'
import { isSafePath } from '../../platform/objects/path.ts'
import { invalidKey } from './errors.ts'

const Params = z.object({ bucket: z.string(), '*': z.string() })

/** The object that the address of a request names. */
export function addressed(params: unknown): { bucket: string; name: string } {
  const { bucket, '*': name } = Params.parse(params)
  if (!isSafePath(name)) throw invalidKey(name)
  return { bucket, name }
}

export const BucketParam = z.object({ bucket: z.string() })
