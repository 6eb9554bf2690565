import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So close to the end that a new message may push the rest up. */
const AT_END_PX = 60

type Anchor = { element: Element; top: number }

/**
 * The log is laid out from its end (`flex-direction: column-reverse`): it opens there, and what is added above moves
 * nothing. What is added below must move nothing either while someone reads further up; the browsers do not agree
 * on that, so it is done here.
 */
export function useReadingPlace(
  log: RefObject<HTMLElement | null>,
  newest: { key: string; own: boolean } | undefined,
) {
  const [unseen, setUnseen] = useState(false)
  const atEnd = useRef(true)
  const last = useRef(newest?.key)
  // Where the reader is just before what this render adds: any of them may add something.
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

/** A message in the middle of what is seen: its place is the reader's place. */
function anchorIn(log: HTMLElement): Anchor | null {
  const { left, top, width, height } = log.getBoundingClientRect()
  for (const part of [0.5, 0.3, 0.7, 0.1, 0.9]) {
    const hit = document.elementFromPoint(left + width / 2, top + height * part)
    const element = hit?.closest('[data-mensaje]')
    if (element && log.contains(element)) return { element, top: element.getBoundingClientRect().top }
  }
  return null
}
