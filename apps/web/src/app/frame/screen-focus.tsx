import { comun } from '@maestros/dominio/textos'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusOnce, screenHeading } from '#ui/dialogs/focus-once.ts'
import { titleWithoutCount } from './title-count.ts'

export const CONTENT_ID = 'contenido'

/** The first link of every page: leads past the navigation bar. */
export function SkipLink() {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="skip-link"
      onClick={(event) => {
        // The browser would add an entry to the history.
        event.preventDefault()
        const content = document.querySelector('main') ?? document.getElementById(CONTENT_ID)
        if (content) focusOnce(content)
      }}
    >
      {comun.saltar}
    </a>
  )
}

/**
 * After a navigation the focus moves to the heading of the new screen and its title is announced, as a browser does when
 * it loads a page. The first screen is left to the browser.
 */
export function ScreenFocus() {
  const { pathname } = useLocation()
  const previous = useRef<string>(undefined)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const from = previous.current
    previous.current = pathname
    if (from === undefined || from === pathname) return
    return focusHeadingWhenThere(() => setTitle(titleWithoutCount()))
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

/** The heading of some screens comes with their data. A person who acts meanwhile is not interrupted. */
function focusHeadingWhenThere(onDone: () => void): () => void {
  const attempt = () => {
    const heading = screenHeading()
    if (!heading) return
    stop()
    if (!focusedByScreen()) focusOnce(heading)
    onDone()
  }
  const observer = new MutationObserver(attempt)
  // A dialog or menu that has just closed returns the focus in a timer, which was set before this one.
  const timer = setTimeout(() => {
    observer.observe(document.body, { childList: true, subtree: true })
    attempt()
  })
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const type of ACTS) removeEventListener(type, stop, true)
  }
  for (const type of ACTS) addEventListener(type, stop, true)
  return stop
}

const ACTS = ['pointerdown', 'keydown'] as const

/** Whether the new screen has moved the focus itself: into a field, or to a heading of its own. */
function focusedByScreen(): boolean {
  const focused = document.activeElement
  return focused?.matches('main :is(input, textarea, select, [tabindex="-1"])') === true
}
