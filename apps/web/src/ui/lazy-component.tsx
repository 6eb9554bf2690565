import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const RETRY_MS = 2000

/**
 * Like React.lazy, for parts that a screen does not need at once. A chunk that fails to load is requested again, where
 * React.lazy would show an error instead of the whole screen.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile?: ReactNode,
) {
  let ready: ComponentType<P> | undefined
  return function LazyComponent(props: P) {
    const [Loaded, setLoaded] = useState(() => ready)
    useEffect(() => {
      if (Loaded) return
      let gone = false
      let retry: ReturnType<typeof setTimeout> | undefined
      const attempt = () => {
        load().then(
          (module) => {
            ready = module.default
            if (!gone) setLoaded(() => module.default)
          },
          () => {
            if (!gone) retry = setTimeout(attempt, RETRY_MS)
          },
        )
      }
      attempt()
      return () => {
        gone = true
        clearTimeout(retry)
      }
    }, [Loaded])
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
}
