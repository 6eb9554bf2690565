import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  children?: ReactNode
  /** Moves the focus to the title, so that a screen reader starts there after the content was replaced. */
  focused?: boolean
}

/** The title of a step that replaces another one on the same screen, with a sentence below it. */
export function StepHeading({ title, children, focused = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        {title}
      </h1>
      {children && <p className="mt-1 text-muted-foreground text-pretty">{children}</p>}
    </>
  )
}
