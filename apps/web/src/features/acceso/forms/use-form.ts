import { type ComponentProps, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Values = Record<string, string | boolean>

/** What the rules of a form make of its fields, or a sentence for each field that does not follow them. */
export type Checked<Output> =
  | { ok: true; output: Output }
  | { ok: false; errors: Partial<Record<keyof Output, string>> }

type Options<Output> = {
  /** Rejects when the rules cannot be loaded. */
  rules: (values: Values) => Promise<Checked<Output>>
  /** What the fields contain at first. */
  initial?: { [Name in keyof Output]?: string }
}

/** The properties of a field's control. */
export type Registered = Required<Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onChange'>>

/**
 * A form whose fields belong to the browser: what was typed before the page is live stays in them. They are checked at a
 * submit, and from then on at every change. A library for forms would be 11 kB of the first load (docs/decisions/web-loading.md).
 */
export function useForm<Output>({ rules, initial = {} }: Options<Output>) {
  type Name = keyof Output & string
  const [fields] = useState(() => makeFields(initial))
  const [errors, setErrors] = useState<Partial<Record<keyof Output, string>>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [ticked, setTicked] = useState<string[]>([])

  const check = async () => {
    const checked = await rules(fields.values())
    setErrors(checked.ok ? {} : checked.errors)
    return checked
  }
  const onChange = ({ type }: { type: string }) => {
    if (type === 'checkbox') setTicked(fields.ticked)
    if (wasSubmitted) check().catch(() => undefined)
  }
  // Boxes may have been ticked before the page was live.
  useLayoutEffect(() => setTicked(fields.ticked), [fields])
  // The button is disabled while the form is sent, and loses the focus then.
  const submitter = useRef<Element>(null)
  useEffect(() => {
    const { current: button } = submitter
    if (isSubmitting || document.activeElement !== document.body) return
    if (button instanceof HTMLElement) button.focus({ preventScroll: true })
  }, [isSubmitting])

  return {
    errors,
    isSubmitting,
    register: (name: Name): Registered => ({
      name,
      ref: fields.refOf(name),
      onChange: ({ target }) => onChange(target),
    }),
    textOf: (name: Name) => fields.textOf(name),
    isTicked: (name: Name) => ticked.includes(name),
    tick: (name: Name) => {
      const box = fields.controlOf(name)
      if (!box) return
      box.checked = true
      onChange(box)
    },
    focus: fields.focus as (name: Name) => void,
    /** Moves the focus to a field whose text is to be replaced. Not every browser does this when it selects the text. */
    select: (name: Name) => {
      fields.focus(name)
      fields.controlOf(name)?.select()
    },
    /** Shows a sentence of the server at a field. */
    refuse: (name: Name, error: string) => {
      setErrors((shown) => ({ ...shown, [name]: error }))
      fields.focus(name)
    },
    /** `onUnchecked` is called when the rules could not be loaded. */
    onSubmit:
      (act: (output: Output) => Promise<unknown>, onUnchecked?: () => void) =>
      async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        submitter.current = document.activeElement
        setSubmitting(true)
        setSubmitted(true)
        try {
          const checked = await check().catch(() => null)
          if (!checked) onUnchecked?.()
          else if (checked.ok) await act(checked.output)
          else fields.focusFirst(Object.keys(checked.errors))
        } finally {
          setSubmitting(false)
        }
      },
  }
}

/** The controls of a form by their names. What a control contains is kept when it is shown again. */
function makeFields(initial: Partial<Record<string, string>>) {
  const controls = new Map<string, HTMLInputElement>()
  const refs = new Map<string, (control: HTMLInputElement) => () => void>()
  const kept = new Map(Object.entries(initial))
  const contentOf = (control: HTMLInputElement) =>
    control.type === 'checkbox' ? control.checked : control.value

  const refFor = (name: string) => (control: HTMLInputElement) => {
    controls.set(name, control)
    if (control.value === '') control.value = kept.get(name) ?? ''
    return () => {
      controls.delete(name)
      kept.set(name, control.value)
    }
  }
  return {
    /** The same function at every render, so that React does not call it again. */
    refOf: (name: string) => {
      const ref = refs.get(name) ?? refFor(name)
      refs.set(name, ref)
      return ref
    },
    controlOf: (name: string) => controls.get(name),
    focus: (name: string) => controls.get(name)?.focus(),
    values: (): Values =>
      Object.fromEntries([...controls].map(([name, control]) => [name, contentOf(control)])),
    textOf: (name: string) => controls.get(name)?.value ?? kept.get(name) ?? '',
    ticked: () => [...controls].filter(([, control]) => control.checked).map(([name]) => name),
    /** The controls are in the order of the screen: React calls the refs in that order. */
    focusFirst: (names: string[]) => [...controls.values()].find(({ name }) => names.includes(name))?.focus(),
  }
}
