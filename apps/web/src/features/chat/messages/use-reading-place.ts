import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Day, fromNewest } from './timeline.ts'

/** Within this distance of the end, a new message scrolls the log. */
const AT_END_PX = 60
/** From this distance on, a button leads back to the end. */
const FAR_PX = 240

/** Within so many frames the rows at the start have been rendered and measured. */
const START_FRAMES = 10

type Anchor = { element: Element; top: number }

/**
 * Keeps the scroll position while messages are added. The log uses `flex-direction: column-reverse`: it opens at its
 * end, and messages added above move nothing. Browsers differ in what happens to a reader further up when messages are
 * added below, so this hook restores the position.
 */
export function useReadingPlace(log: RefObject<HTMLElement | null>, days: Day[]) {
  const newest = days.at(-1)?.rows.at(-1)
  const arrivedTo = sentFrom(days, 0)
  const [far, setFar] = useState(false)
  const atEnd = useRef(true)
  const last = useRef({ days, key: newest?.key })
  /** The `secuencia` of the newest message that was on the screen. A pending message has none. */
  const [seen, setSeen] = useState(arrivedTo)
  const unseen = countAfter(days, seen)
  // The position before this render. Finding it takes a layout, so it is not done while one only scrolls and loads older messages.
  const mayMove = days !== last.current.days && !isOlderPage(last.current.days, days)
  // A browser reports scrolling by a key or a script a frame later, and this render may come before that.
  const stays = atEnd.current && (days === last.current.days || !log.current || isNearEnd(log.current))
  const anchor = log.current && !stays && mayMove ? anchorIn(log.current) : null
  const focusInside = log.current !== null && isInside(log.current, document.activeElement)

  const nextFrame = useRef(0)
  const toEnd = () => {
    cancelAnimationFrame(nextFrame.current)
    if (log.current) log.current.scrollTop = 0
    atEnd.current = true
    setFar(false)
    setSeen(arrivedTo)
  }

  /** To the oldest loaded message. The heights there are estimates until the rows are rendered, so it is done again. */
  const toStart = (frames = START_FRAMES) => {
    const element = log.current
    if (!element) return
    const before = element.scrollTop
    element.scrollTop = -element.scrollHeight
    if (element.scrollTop === before || frames === 0) return
    nextFrame.current = requestAnimationFrame(() => toStart(frames - 1))
  }

  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    // The row that had the focus was removed, far from what is on the screen: the keyboard still scrolls the log.
    if (focusInside && document.activeElement === document.body) element.focus({ preventScroll: true })
    const { current: before } = last
    last.current = { days, key: newest?.key }
    const arrived = newest?.key !== before.key
    // A render that only scrolling has caused must not scroll: that would stop the scrolling of the browser.
    if (days === before.days) return
    if ((stays && atEnd.current) || (arrived && newest?.own)) {
      element.scrollTop = 0
      atEnd.current = true
      setSeen(arrivedTo)
      return
    }
    if (anchor?.element.isConnected) {
      const moved = anchor.element.getBoundingClientRect().top - anchor.top
      if (Math.abs(moved) >= 0.5) element.scrollTop += moved
    }
  })

  const onMoved = useRef((_log: HTMLElement) => {})
  onMoved.current = (element) => {
    if (atEnd.current) return setSeen(arrivedTo)
    // Finding the lowest row takes a layout, so it is not done while everything was seen.
    if (unseen > 0) setSeen(Math.max(seen, lowestIn(element, days)))
  }
  // The rows of another place are rendered after the browser has reported the scrolling.
  useEffect(() => {
    if (log.current && !atEnd.current) onMoved.current(log.current)
  })
  useEffect(() => {
    const element = log.current
    if (!element) return
    const onScroll = () => {
      atEnd.current = isNearEnd(element)
      setFar(element.scrollTop < -FAR_PX)
      onMoved.current(element)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [log])

  return { far, seen, unseen, toStart, toEnd }
}

/** Whether older messages were added: above the reader, where they move nothing. */
const isOlderPage = (before: Day[], now: Day[]): boolean =>
  before[0]?.rows[0]?.key !== now[0]?.rows[0]?.key && before.at(-1)?.rows.at(-1) === now.at(-1)?.rows.at(-1)

/** How many messages of the other person came after this `secuencia`. */
function countAfter(days: Day[], secuencia: number): number {
  let count = 0
  for (const row of fromNewest(days)) {
    if (row.secuencia === null) continue
    if (row.secuencia <= secuencia) break
    if (!row.own) count += 1
  }
  return count
}

/** The `secuencia` of the last sent message up to the row with this index, counted from the newest one; 0 for none. */
function sentFrom(days: Day[], index: number): number {
  let left = index
  for (const row of fromNewest(days)) {
    if (left <= 0 && row.secuencia !== null) return row.secuencia
    left -= 1
  }
  return 0
}

/** The `secuencia` of the newest message whose end is on the screen. The rendered rows are numbered from the newest one. */
function lowestIn(log: HTMLElement, days: Day[]): number {
  const { bottom } = log.getBoundingClientRect()
  const onScreen = [...log.querySelectorAll<HTMLElement>('[data-index]')].findLast(
    (row) => row.getBoundingClientRect().bottom <= bottom + 1,
  )
  return onScreen ? sentFrom(days, Number(onScreen.dataset.index)) : 0
}

const isNearEnd = ({ scrollTop }: HTMLElement) => scrollTop > -AT_END_PX

const isInside = (log: HTMLElement, element: Element | null) => element !== log && log.contains(element)

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
