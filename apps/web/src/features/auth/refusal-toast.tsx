import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from '#ui/toaster.tsx'

// A name for each: a notice that is on its way out cannot come back under the same one.
let tries = 0
const current = () => `refusal-${tries}`

export function tellRefusal(title: string, description: ReactNode) {
  toast.error(title, { id: current(), description })
}

/** A new try takes the last refusal away. */
export function forgetRefusal() {
  toast.dismiss(current())
  tries += 1
}

/** Says what happened, with the way out of it. */
export function WithLink({ texto, enlace, ruta }: { texto: string; enlace: string; ruta: string }) {
  return (
    <>
      {texto}{' '}
      <Link to={ruta} className="font-semibold text-primary underline underline-offset-4">
        {enlace}
      </Link>
    </>
  )
}
