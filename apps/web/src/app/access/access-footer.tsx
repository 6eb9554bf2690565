import { acceso } from '@maestros/dominio/acceso/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useState } from 'react'
import { getClient } from '#lib/client/client.ts'
import { LINK_ALONE } from '#ui/class-names.ts'
import { idle } from '#ui/timing/idle.ts'
import { LEGAL_LINKS } from '../frame/legal-links.ts'

const { pie } = comun

const LINKS = [...LEGAL_LINKS, ['/maestros', pie.maestros]] as const

/** The end of every sign-in, sign-up and recovery screen: what can be read without an account, and where to ask for help. */
export function AccessFooter() {
  const email = useSupportEmail()
  return (
    <footer className="px-4 pb-6 text-sm sm:px-8">
      <div className="mx-auto w-full max-w-md text-center">
        {/* A list and no navigation: a visitor has no navigation bar (specification, section 2). */}
        <ul aria-label={pie.nombre} className="flex flex-wrap justify-center gap-x-5">
          {LINKS.map(([to, label]) => (
            <li key={to}>
              <a href={to} className={LINK_ALONE}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {/* As high as the line of the address, so that nothing moves when the address arrives. */}
        <p className="min-h-11 text-muted-foreground">
          {email && (
            <>
              {acceso.problemas}{' '}
              <a href={`mailto:${email}`} className={LINK_ALONE}>
                {acceso.escribenos}
              </a>
            </>
          )}
        </p>
      </div>
    </footer>
  )
}

/** The address of SUPPORT_EMAIL; null until it is known, and where there is none. */
function useSupportEmail(): string | null {
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => {
    // After the form can be used: the client is not needed for anything else yet.
    void idle()
      .then(getClient)
      .then(
        ({ supportEmail }) => setEmail(supportEmail),
        () => undefined,
      )
  }, [])
  return email
}
