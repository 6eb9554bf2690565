import { useEffect } from 'react'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/**
 * The rules of a form, and the calls that it sends, are loaded after the form is live: the first load of the sign-in
 * screens is limited (docs/decisions/048). A submit waits for them.
 */
export const loadOnSubmit = () => import('./on-submit.ts')

type Rules = Awaited<ReturnType<typeof loadOnSubmit>>['rules']

/** Call this outside of components, so that the form keeps the same resolver. */
export function lazyResolver<Input extends FieldValues, Output>(
  select: (rules: Rules) => Resolver<Input, unknown, Output>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const loaded = await loadOnSubmit().catch(() => null)
    if (loaded) return select(loaded.rules)(values, context, options)
    const errors: FieldErrors = { root: { notLoaded: {} } }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }
}

/** Whether the form could not be checked, because its rules could not be loaded. */
export const rulesAreMissing = (errors: FieldErrors) => errors.root?.notLoaded !== undefined

/** Starts to load the rules when the form is live. */
export function useRulesWhenLive() {
  useEffect(() => {
    // A submit tries again.
    loadOnSubmit().catch(() => undefined)
  }, [])
}
