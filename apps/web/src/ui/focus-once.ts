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
