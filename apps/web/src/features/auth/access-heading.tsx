import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  children?: ReactNode
  /** For a screen that has just taken another's place: whoever listens starts again from its title. */
  focused?: boolean
}

export function AccessHeading({ title, children, focused = false }: Props) {
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
