/** The element can be focused only now, so that a later click in it does not take the focus. */
export function focusOnce(element: HTMLElement) {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: element.tagName === 'H1' })
}

/** The heading of the screen, which gets the focus when nothing else can. Null while the screen has none. */
export const screenHeading = () => document.querySelector<HTMLElement>('main h1')

/** The ref of an element that may be replaced while the focus is in it. The heading of its screen then gets the focus. */
export function focusHeadingAfter(element: HTMLElement | null) {
  const screen = element?.closest('main')
  return () => {
    if (!screen || !element?.contains(document.activeElement)) return
    // When the replacement is in the document. It may have taken the focus itself.
    setTimeout(() => {
      const heading = screen.querySelector<HTMLElement>('h1')
      if (heading && document.activeElement === document.body) focusOnce(heading)
    })
  }
}
