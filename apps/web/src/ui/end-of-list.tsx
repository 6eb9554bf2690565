import { useEffect, useRef } from 'react'

/** So early that whoever scrolls at an ordinary pace never meets the end of a page. */
const AHEAD = '1200px'

/** Tells when the end of the list comes near, and again after each page for as long as it stays near. */
export function EndOfList({ read, onNear }: { read: number; onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  near.current = onNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports at once, which each page needs
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near.current()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [read])
  return <div ref={end} aria-hidden className="h-px" />
}
