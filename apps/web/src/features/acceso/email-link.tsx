import type { ComponentProps } from 'react'
import { Link, useNavigate } from 'react-router'
import { useWantedPath } from '#lib/session/wanted-path.ts'

/** Reads what is typed in the e-mail field at the moment. */
export type TypedEmail = () => string | undefined

type Props = Omit<ComponentProps<typeof Link>, 'to'> & { to: string; email: TypedEmail }

/**
 * A link to another access screen, which takes along the page that the visitor wanted and fills the e-mail field there.
 * The e-mail is not part of the address.
 */
export function EmailLink({ to, email, ...props }: Props) {
  const navigate = useNavigate()
  const volver = useWantedPath()
  return (
    <Link
      {...props}
      to={to}
      state={{ volver }}
      onClick={(event) => {
        const typed = email()?.trim()
        const newTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        if (!typed || newTab) return
        event.preventDefault()
        void navigate(to, { state: { volver, email: typed } })
      }}
    />
  )
}
