import { useEffect, useRef } from 'react'

type Props = {
  title: string
  text?: string
  /** Moves the focus to the title: it is the next step of the sign-in. */
  focused?: boolean
}

export function AccessHeading({ title, text, focused = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        {title}
      </h1>
      {text && <p className="mt-1 text-pretty text-muted-foreground">{text}</p>}
    </>
  )
}
