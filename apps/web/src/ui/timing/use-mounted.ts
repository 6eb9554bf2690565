import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component is still on the screen. A request that ends later says in a toast what the component would have shown. The
 * callbacks of one mutate() call do not run after that; those of useMutation() do.
 */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
