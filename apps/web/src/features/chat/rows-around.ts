import type { Range } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'

/**
 * Rows beyond the edges of the screen that are rendered too, so that fast scrolling seldom shows an empty place: more in the
 * direction of the scrolling. Each row costs a slow phone some milliseconds.
 */
type Beyond = { ahead: number; behind: number }

type Scrolling = { scrollDirection: 'forward' | 'backward' | null }

/** Options of a virtualizer that render the rows on the screen and those beyond it. `forward` is towards higher indexes. */
export function useRowsAround({ ahead, behind }: Beyond) {
  const forward = useRef(true)
  // Read once: reading it takes a layout of the page.
  const [initialRect] = useState(() => ({ width: 0, height: innerHeight }))
  return {
    initialRect,
    rangeExtractor: ({ startIndex, endIndex, count }: Range): number[] => {
      const [before, after] = forward.current ? [behind, ahead] : [ahead, behind]
      const from = Math.max(0, startIndex - before)
      const to = Math.min(count - 1, endIndex + after)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, nth) => from + nth)
    },
    onChange: ({ scrollDirection }: Scrolling) => {
      if (scrollDirection) forward.current = scrollDirection === 'forward'
    },
    // The browser scrolls without waiting for this page, so the rows may be rendered in a task of their own.
    useFlushSync: false,
  }
}
