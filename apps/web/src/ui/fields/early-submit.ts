/**
 * Forms of prerendered pages are visible before the application runs. A submit in that time would be a native one:
 * it would leave the page, with the fields in the request. An inline script in <head> prevents it and marks the form
 * as waiting; `takeOver` submits the form once its own submit handler runs.
 */

type EarlyForms = {
  /** Forms whose submit handler runs. The inline script ignores their events. */
  live: WeakSet<Element>
  /** The form that was last edited or submitted before it was live. */
  edited: HTMLFormElement | null
  /** Shows the state of an early submit on the form and on its submit button. */
  mark: (form: HTMLFormElement, state: 'waiting' | 'stuck' | null) => void
}

declare global {
  interface Window {
    earlyForms?: EarlyForms
  }
}

/** After this time a waiting form says that the page does not finish loading. */
const HYDRATION_WAIT_MS = 15_000

/**
 * The source of the inline script. It is only in the prerendered pages: the browser never renders it again, so the
 * bundle does without it.
 */
export const EARLY_SUBMIT_SCRIPT = import.meta.env.SSR ? `(${keepEarlySubmits})(${HYDRATION_WAIT_MS})` : ''

/**
 * Runs in the page as its own source text, so it may use nothing from this module but its parameter. It changes
 * attributes only: React discards prerendered elements, and what was typed into them, when text or elements differ.
 */
function keepEarlySubmits(patience: number) {
  let timer: ReturnType<typeof setTimeout>

  const mark: EarlyForms['mark'] = (form, state) => {
    clearTimeout(timer)
    if (state) form.dataset.early = state
    else delete form.dataset.early
    for (const button of form.querySelectorAll('button[type=submit]')) {
      if (state === 'waiting') button.setAttribute('aria-busy', 'true')
      else button.removeAttribute('aria-busy')
    }
  }

  const early: EarlyForms = { live: new WeakSet(), edited: null, mark }
  window.earlyForms = early

  // The window's capture listeners run before those of React, which are on the document.
  const listen = (type: string, handle: (form: HTMLFormElement, target: Element, event: Event) => void) =>
    window.addEventListener(
      type,
      (event) => {
        const target = event.target
        const form = target instanceof Element && target.closest('form')
        if (form && !early.live.has(form)) handle(form, target, event)
      },
      true,
    )

  listen('submit', (form, _target, event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    early.edited = form
    mark(form, 'waiting')
    timer = setTimeout(() => mark(form, 'stuck'), patience)
  })

  // An edit withdraws the submit: otherwise a half-corrected field could be sent.
  listen('input', (form, target) => {
    early.edited = form
    mark(form, null)
    for (const button of form.querySelectorAll<HTMLButtonElement>('button[data-requires]')) {
      if (target instanceof HTMLInputElement && target.name === button.dataset.requires) {
        button.disabled = !target.checked
      }
    }
  })

  listen('click', (_form, target) => {
    if (target.closest('[data-reload]')) location.reload()
  })
}

/** Called when a form's own submit handler runs. Submits the form if that was asked for before. */
export function takeOver(form: HTMLFormElement) {
  const early = window.earlyForms
  if (!early) return
  early.live.add(form)
  const edited = early.edited
  if (!edited || !(edited === form || replaces(form, edited))) return
  early.edited = null
  // After the effects of the components around the form.
  setTimeout(() => {
    const submitted = edited.dataset.early !== undefined
    early.mark(edited, null)
    if (edited !== form) copyFields(edited, form)
    if (submitted) form.requestSubmit()
  })
}

/**
 * React renders the page anew when the prerendered one was changed, for example by an extension that put an element
 * into it. What was typed is then still in the fields of the discarded form.
 */
function replaces(form: HTMLFormElement, other: HTMLFormElement): boolean {
  const names = (one: HTMLFormElement) => fieldsOf(one).map(({ name }) => name)
  return !other.isConnected && names(form).join() === names(other).join()
}

function copyFields(from: HTMLFormElement, to: HTMLFormElement) {
  const typed = fieldsOf(from)
  for (const [index, field] of fieldsOf(to).entries()) {
    const source = typed[index]
    if (source?.checked !== field.checked) field.click()
    if (!source || source.value === field.value) continue
    // React overrides the element's own property and ignores an event whose value was set through it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, source.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const fieldsOf = ({ elements }: HTMLFormElement) =>
  [...elements].filter((element) => element instanceof HTMLInputElement)
