import * as z from 'zod/mini'
import { personalStore } from './personal-store.ts'

/** A personal store with one value for each key, for example one draft for each chat. */
export function personalRecord<T>(name: string, schema: z.ZodMiniType<T>) {
  const store = personalStore<Record<string, T>>(name, z.record(z.string(), schema), {})
  return {
    subscribe: store.subscribe,
    read: (userId: string, key: string): T | undefined => store.read(userId)[key],
    /** Null removes the value. */
    keep: (userId: string, key: string, value: T | null) => {
      const { [key]: _, ...others } = store.read(userId)
      store.write(userId, value === null ? others : { ...others, [key]: value })
    },
  }
}
