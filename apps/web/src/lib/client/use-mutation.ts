import { useMutation as useLibraryMutation } from '@tanstack/react-query'
import { useReducer } from 'react'

/**
 * useMutation() of TanStack Query, from which a component learns in a timer that a call is under way. The second click of a double
 * click may come before it and would send the call again. So the component is rendered as soon as the first click is handled.
 */
export const useMutation: typeof useLibraryMutation = (options, client) => {
  const mutation = useLibraryMutation(options, client)
  const [, render] = useReducer((renders: number) => renders + 1, 0)
  return {
    ...mutation,
    mutate: (...call) => {
      mutation.mutate(...call)
      render()
    },
    mutateAsync: (...call) => {
      render()
      return mutation.mutateAsync(...call)
    },
  }
}
