import type { ComponentProps } from 'react'
import { Link, useNavigate } from 'react-router'

/** Reads what is typed in the e-mail field at the moment. */
export type TypedEmail = () => string | undefined

type Props = Omit<ComponentProps<typeof Link>, 'to'> & { to: string; email: TypedEmail }

/** A link to another access screen that fills the e-mail field there. The e-mail is not part of the address. */
export function EmailLink({ to, email, ...props }: Props) {
  const navigate = useNavigate()
  return (
    <Link
      {...props}
      to={to}
      onClick={(event) => {
        const typed = email()?.trim()
        const newTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
        if (!typed || newTab) return
        event.preventDefault()
        void navigate(to, { state: { email: typed } })
      }}
    />
  )
}
