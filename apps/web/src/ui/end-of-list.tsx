import { useEffect, useRef } from 'react'

/** So early that whoever scrolls at an ordinary pace never meets the end of a page. */
const AHEAD = '1200px'

/** Tells when the end of the list comes near, and again whenever it is still near and nothing is being read. */
export function EndOfList({ busy, onNear }: { busy: boolean; onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  near.current = onNear
  useEffect(() => {
    const element = end.current
    if (!element || busy) return
    // A new observer reports at once: what came near while something else was being read is not forgotten.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near.current()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [busy])
  return <div ref={end} aria-hidden className="h-px" />
}
