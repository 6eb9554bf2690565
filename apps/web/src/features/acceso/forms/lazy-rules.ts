import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { Checked } from './use-form.ts'

/**
 * The rules of a form, and the calls that it sends, are loaded after the form is live: the first load of the sign-in
 * screens is limited (docs/decisions/web-loading.md). A submit waits for them.
 */
export const loadOnSubmit = () => import('./on-submit.ts')

/** What a person whose address is to be confirmed needs on the sign-in screen. */
export const loadConfirmEmail = () => import('../confirm-email.tsx')

type Schemas = Awaited<ReturnType<typeof loadOnSubmit>>['schemas']

export function lazyRules<Output>(select: (schemas: Schemas) => z.ZodMiniType<Output>) {
  return async (values: unknown): Promise<Checked<Output>> => {
    const { checkWith, schemas } = await loadOnSubmit()
    return checkWith(select(schemas), values)
  }
}

/** Starts to load the rules when the form is live. */
export function useRulesWhenLive() {
  useEffect(() => {
    // A submit tries again.
    loadOnSubmit().catch(() => undefined)
  }, [])
}
