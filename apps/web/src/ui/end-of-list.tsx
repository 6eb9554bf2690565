import { useEffect, useRef } from 'react'

/** Early enough that scrolling at a normal speed never reaches the end of a page. */
const AHEAD = '1200px'

/** Calls `onNear` when the end of the list comes near, and again while it is still near after each page. */
export function EndOfList({ busy, onNear }: { busy: boolean; onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  near.current = onNear
  useEffect(() => {
    const element = end.current
    if (!element || busy) return
    // A new observer reports at once, also when the end came near while a page was being loaded.
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
