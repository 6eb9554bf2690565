import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#ui/toast.ts'

// Each try has its own id: sonner does not show a toast again under an id that is being dismissed.
let tries = 0
const current = () => `refusal-${tries}`

export function showRefusalToast(title: string, description: ReactNode) {
  toast.error(title, { id: current(), description })
}

/** Called at a new try. */
export function dismissRefusalToast() {
  toast.dismiss(current())
  tries += 1
}

type LinkProps = { texto: string; enlace: string; ruta: string; email: string }

/** A sentence followed by a link to the next step, which fills the e-mail field there. */
export function WithLink({ texto, enlace, ruta, email }: LinkProps) {
  return (
    <>
      {texto}{' '}
      <Link
        to={ruta}
        state={{ email }}
        className="tap-target inline-block font-semibold text-primary underline underline-offset-4"
      >
        {enlace}
      </Link>
    </>
  )
}
