import { type RefObject, useEffect } from 'react'

/** With less than this above the keyboard, the bars fold. With less than the second value only the messages remain. */
const LOW_PX = 360
const VERY_LOW_PX = 260
/** What a keyboard covers at least. */
const KEYBOARD_PX = 120

/**
 * The keyboard of a phone covers the page without resizing it. This makes the frame as high as the visible part, so
 * that the composer and the newest message stay above the keyboard. `data-room` on <html> folds the bars when little
 * remains, as on a phone held sideways.
 */
export function useVisibleHeight(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    const fit = () => {
      // When the page is zoomed, the visible part is small for another reason.
      if (visible.scale > 1.01) return
      frame.current?.style.setProperty('--visible-height', `${visible.height}px`)
      setRoom(roomOf(visible))
      // Some phones scroll the page to show the field, which is already visible here.
      if (visible.offsetTop > 0) scrollTo(0, 0)
    }
    // The focus also leaves a row while React removes it. Reading a height then makes the browser lay out the log without its
    // rows, and the scroll position is lost.
    let nextFrame = 0
    const fitSoon = () => {
      cancelAnimationFrame(nextFrame)
      nextFrame = requestAnimationFrame(fit)
    }
    fit()
    visible.addEventListener('resize', fit)
    // Where the keyboard makes the window smaller instead, the focus says that it is open.
    addEventListener('focusin', fitSoon)
    addEventListener('focusout', fitSoon)
    return () => {
      cancelAnimationFrame(nextFrame)
      visible.removeEventListener('resize', fit)
      removeEventListener('focusin', fitSoon)
      removeEventListener('focusout', fitSoon)
      setRoom(null)
    }
  }, [frame])
}

type Room = 'low' | 'very-low' | null

function roomOf({ height }: VisualViewport): Room {
  if (height >= LOW_PX || !keyboardIsOpen(height)) return null
  return height < VERY_LOW_PX ? 'very-low' : 'low'
}

/** A window that is small for another reason keeps its bars: nothing else brings the menu back. */
function keyboardIsOpen(height: number): boolean {
  const typing = document.activeElement?.matches('input, textarea') === true
  const onScreen = matchMedia('(pointer: coarse)').matches
  return typing && (onScreen || innerHeight - height > KEYBOARD_PX)
}

function setRoom(room: Room) {
  if (room) document.documentElement.dataset.room = room
  else delete document.documentElement.dataset.room
}
