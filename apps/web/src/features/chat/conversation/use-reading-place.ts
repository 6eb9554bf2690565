import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this distance of the end, a new message scrolls the log. */
const AT_END_PX = 60

type Anchor = { element: Element; top: number }

/**
 * Keeps the scroll position while messages are added. The log uses `flex-direction: column-reverse`: it opens at its
 * end, and messages added above move nothing. Browsers differ in what happens to a reader further up when messages are
 * added below, so this hook restores the position.
 */
export function useReadingPlace(
  log: RefObject<HTMLElement | null>,
  newest: { key: string; own: boolean } | undefined,
) {
  const [unseen, setUnseen] = useState(false)
  const atEnd = useRef(true)
  const last = useRef(newest?.key)
  // The position before this render, which may add messages.
  const anchor = log.current && !atEnd.current ? anchorIn(log.current) : null

  const toEnd = () => {
    if (log.current) log.current.scrollTop = 0
    atEnd.current = true
    setUnseen(false)
  }

  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const arrived = newest?.key !== last.current
    last.current = newest?.key
    if (atEnd.current || (arrived && newest?.own)) {
      element.scrollTop = 0
      atEnd.current = true
      return
    }
    if (anchor?.element.isConnected) {
      const moved = anchor.element.getBoundingClientRect().top - anchor.top
      if (moved !== 0) element.scrollTop += moved
    }
    if (arrived) setUnseen(true)
  })

  useEffect(() => {
    const element = log.current
    if (!element) return
    const onScroll = () => {
      atEnd.current = element.scrollTop > -AT_END_PX
      if (atEnd.current) setUnseen(false)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [log])

  return { unseen, toEnd }
}

/** A visible message near the middle. Its position is compared before and after the render. */
function anchorIn(log: HTMLElement): Anchor | null {
  const { left, top, width, height } = log.getBoundingClientRect()
  for (const part of [0.5, 0.3, 0.7, 0.1, 0.9]) {
    const hit = document.elementFromPoint(left + width / 2, top + height * part)
    const element = hit?.closest('[data-mensaje]')
    if (element && log.contains(element)) return { element, top: element.getBoundingClientRect().top }
  }
  return null
}
