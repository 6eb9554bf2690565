import { largoDe } from '@maestros/dominio/contacto/contacto'
import { errorDeLargo } from '@maestros/dominio/operacion/formularios'
import { type RefObject, useState } from 'react'
import { CharacterCount } from '#entities/fields/character-count.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Textarea } from '#ui/fields/textarea.tsx'
import { useDraft } from './use-draft.ts'

type Limits = { min: number; max: number }

type Options = {
  /** It may also be empty. */
  optional?: boolean
  /** Takes the place of the draft. */
  initial?: string | null
}

/** A text with a length between two limits, whose draft is kept. */
export function useReason(draft: string, limits: Limits, { optional = false, initial = null }: Options = {}) {
  const [text, change] = useDraft(draft, initial)
  const [checked, setChecked] = useState(false)
  const error = optional && largoDe(text) === 0 ? null : errorDeLargo(text, limits)
  return {
    text,
    change,
    clear: () => {
      change('')
      setChecked(false)
    },
    max: limits.max,
    required: !optional,
    shown: checked ? (error ?? undefined) : undefined,
    /** Shows what is wrong with the text. Returns whether it can be sent. */
    check: () => {
      setChecked(true)
      return error === null
    },
  }
}

type Props = {
  label: string
  hint: string
  reason: ReturnType<typeof useReason>
  readOnly: boolean
  fieldRef: RefObject<HTMLTextAreaElement | null>
  rows?: number
}

export function ReasonField({ label, hint, reason, readOnly, fieldRef, rows = 3 }: Props) {
  return (
    <Field
      label={label}
      hint={hint}
      error={reason.shown}
      aside={<CharacterCount length={largoDe(reason.text)} max={reason.max} />}
    >
      {(control) => (
        <Textarea
          {...control}
          ref={fieldRef}
          rows={rows}
          required={reason.required}
          readOnly={readOnly}
          value={reason.text}
          onChange={({ target }) => reason.change(target.value)}
        />
      )}
    </Field>
  )
}
