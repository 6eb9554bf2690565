import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** Early enough that scrolling at a normal speed never reaches the end of a page. */
const AHEAD_PX = 1200

type Props = {
  /** A page is being loaded. */
  busy: boolean
  /** Changes with every page: the number of rows, or the key of the last one. */
  loaded: string | number | undefined
  onNear: () => void
  /** The element that scrolls; the window when left out. */
  root?: RefObject<HTMLElement | null>
}

/**
 * Calls `onNear` when the end of the list comes near, and again while it is still near after each page. The distance is
 * measured in the next frame, when the list is scrolled and after every page. An IntersectionObserver is not used: in a long inbox
 * Chromium's last report was that the end is far, although it was on the screen (docs/decisions/chat.md).
 */
export function EndOfList({ busy, loaded, onNear, root }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const frame = useRef(0)
  const check = useEffectEvent(() => {
    if (!busy && end.current && isNear(end.current, root?.current)) onNear()
  })
  const soon = useEffectEvent(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => check())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page the end may still be near
  useEffect(() => soon(), [busy, loaded])
  useEffect(() => {
    const onChange = () => soon()
    const scrolled = root?.current ?? window
    scrolled.addEventListener('scroll', onChange, { passive: true })
    addEventListener('resize', onChange)
    return () => {
      cancelAnimationFrame(frame.current)
      scrolled.removeEventListener('scroll', onChange)
      removeEventListener('resize', onChange)
    }
  }, [root])
  return <div ref={end} aria-hidden className="h-px" />
}

function isNear(end: HTMLElement, root: HTMLElement | null | undefined): boolean {
  const { top, bottom } = end.getBoundingClientRect()
  const visible = root?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  return bottom >= visible.top - AHEAD_PX && top <= visible.bottom + AHEAD_PX
}
