import { Children, type ReactNode, useLayoutEffect, useRef } from 'react'
import { List } from './floating-list.tsx'

const PLACE_MS = 250

export default function PlacedList({ children }: { children: ReactNode }) {
  const list = useRef<HTMLOListElement>(null)
  const isEmpty = Children.count(children) === 0
  // What is below may move at any time: it scrolls, a dialog opens, data arrive.
  useLayoutEffect(() => {
    if (isEmpty) return list.current?.removeAttribute('style')
    const update = () => list.current && place(list.current)
    update()
    const timer = setInterval(update, PLACE_MS)
    return () => clearInterval(timer)
  })
  return <List ref={list}>{children}</List>
}

/** What may not be covered. Parts with `data-keep-clear` count as a whole. */
const CONTROLS =
  'a[href], button, input, textarea, select, summary, label, legend, h1, h2, h3, header, [role="alert"], [data-keep-clear], [data-bottom-bar]'
/** Of those, what is covered last when there is no free place. */
const TOP = 'header, [data-keep-clear], [data-bottom-bar], h1, h2'
const EDGE_PX = 16
const GAP_PX = 8
/** Below this width there is one column only. */
const WIDE_PX = 640

type Box = { left: number; top: number; right: number; bottom: number; weight: number }

/**
 * Puts the list of toasts where it covers no title and no control, as high as possible, else where it covers least. What lies
 * behind a dialog cannot be touched and counts last. The list stays where it is while that is free.
 */
function place(list: HTMLElement) {
  const { width, height } = list.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const boxes = obstacles(list)
  const cost = (left: number, top: number) => {
    let sum = 0
    for (const box of boxes) {
      const across = Math.min(left + width, box.right) - Math.max(left, box.left)
      const down = Math.min(top + height, box.bottom) - Math.max(top, box.top)
      if (across > 0 && down > 0) sum += across * down * box.weight
    }
    return sum
  }
  const last = clientHeight - height - EDGE_PX
  const tops = [
    EDGE_PX,
    last,
    ...boxes.flatMap(({ top, bottom }) => [bottom + GAP_PX, top - height - GAP_PX]),
  ]
  const middle = (clientWidth - width) / 2
  const lefts = clientWidth < WIDE_PX ? [middle] : [middle, clientWidth - width - EDGE_PX]
  let best = { left: middle, top: EDGE_PX, cost: Number.POSITIVE_INFINITY }
  const consider = (left: number, top: number) => {
    const found = cost(left, top)
    if (found < best.cost) best = { left, top, cost: found }
  }
  const { offsetLeft, offsetTop } = list
  const fits = offsetLeft + width <= clientWidth && offsetTop <= last
  if (list.style.top && fits) consider(offsetLeft, offsetTop)
  for (const top of tops.filter((one) => one >= EDGE_PX && one <= last).sort((a, b) => a - b)) {
    if (best.cost === 0) break
    for (const left of lefts) consider(left, top)
  }
  list.style.left = `${best.left}px`
  list.style.top = `${best.top}px`
}

function obstacles(list: HTMLElement): Box[] {
  const dialog = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1)
  const frame = dialog?.getBoundingClientRect()
  const found: Box[] = []
  const add = ({ left, right, top, bottom }: DOMRect, weight: number) =>
    found.push({ left, right, top, bottom, weight })
  // Beside a dialog is better than on it.
  if (frame) add(frame, 0.01)
  for (const element of document.querySelectorAll(CONTROLS)) {
    const box = element.getBoundingClientRect()
    const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight
    if (!isSeen || list.contains(element)) continue
    if (!dialog || !frame) add(box, element.matches(TOP) ? 100 : 1)
    else if (!dialog.contains(element)) add(box, 0.001)
    // The rest of a dialog that scrolls is not on the screen.
    else if (box.bottom > frame.top && box.top < frame.bottom) add(box, element.matches(TOP) ? 100 : 1)
  }
  return found
}
