import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const RETRY_MS = 2000

/**
 * Like React.lazy, for what a screen can do without for a moment: a chunk that does not come is asked for again,
 * where lazy would take the whole screen down with it.
 */
export function late<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  meanwhile?: ReactNode,
) {
  let ready: ComponentType<P> | undefined
  return function Late(props: P) {
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
