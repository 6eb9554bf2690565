import type { ReactNode } from 'react'

/**
 * Mustache tags for a template that React prerenders and the server fills. The names are checked against the type of what
 * the server writes there.
 */

type TextName<T> = { [K in keyof T]: T[K] extends string | null ? K : never }[keyof T] & string
type PartName<T> = { [K in keyof T]: T[K] extends string ? never : K }[keyof T] & string

export const tagsOf = <T,>() => ({
  /** The escaped text of a field. */
  text: (name: TextName<T>) => `{{${name}}}`,
  /** Once for each element of a list, once for an object or true, never for null, false or an empty list. */
  part: (name: PartName<T> | TextName<T>, content: ReactNode) => (
    <>
      {`{{#${name}}}`}
      {content}
      {`{{/${name}}}`}
    </>
  ),
})
