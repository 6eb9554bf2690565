import type { Role } from '@maestros/dominio/acceso/roles'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { comun } from '@maestros/dominio/textos'
import { useEffect, useRef } from 'react'
import { Link, type MetaFunction, useLocation } from 'react-router'
import { Answers } from '#features/ayuda/answers.tsx'
import { OwnTickets } from '#features/ayuda/own-tickets.tsx'
import { TicketForm } from '#features/ayuda/ticket-form.tsx'
import { useSession } from '#lib/session/session-state.ts'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { LEGAL_LINKS } from '../frame/legal-links.ts'

export const meta: MetaFunction = () => [{ title: `${ayuda.titulo} · ${comun.producto}` }]

/** The help centre of both roles: answers, the ticket form and the own tickets. */
export default function Ayuda() {
  const session = useSession()
  return (
    <main className="mx-auto max-w-reading px-4 pt-6 pb-10 sm:pt-8">
      <h1 className="text-2xl font-semibold">{ayuda.titulo}</h1>
      <p className="mt-1 text-pretty text-muted-foreground">{ayuda.entrada}</p>
      {session.status === 'signed-in' && session.role && (
        <Parts userId={session.userId} role={session.role} />
      )}
    </main>
  )
}

function Parts({ userId, role }: { userId: string; role: Role }) {
  const message = useRef<HTMLTextAreaElement>(null)
  useScrollToHash()
  return (
    <>
      <ul aria-label={ayuda.saltar.nombre} className="mt-3 flex flex-wrap gap-x-5">
        <Jump to="preguntas">{ayuda.saltar.preguntas}</Jump>
        <Jump to="escribenos">{ayuda.saltar.formulario}</Jump>
        <Jump to="mis-solicitudes">{ayuda.saltar.solicitudes}</Jump>
        <li>
          <Link to="/mis-datos" className={linkClass}>
            {comun.menu.misDatos}
          </Link>
        </li>
      </ul>
      <div className="mt-5 grid gap-8">
        <Answers role={role} onWrite={() => message.current?.focus()} />
        <TicketForm userId={userId} messageRef={message} />
        <OwnTickets userId={userId} />
        <p className="flex flex-wrap gap-x-5">
          {LEGAL_LINKS.map(([to, label]) => (
            <Link key={to} to={to} className={linkClass}>
              {label}
            </Link>
          ))}
        </p>
      </div>
    </>
  )
}

const linkClass = cn(LINK_ALONE, 'font-semibold')

/** Moves to a heading of this page, with the focus, and without a new entry in the history. */
function Jump({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <a
        href={`#${to}`}
        className={linkClass}
        onClick={(event) => {
          event.preventDefault()
          goTo(to)
        }}
      >
        {children}
      </a>
    </li>
  )
}

function goTo(id: string) {
  const heading = document.getElementById(id)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** The e-mails about tickets lead to a part of this page. */
function useScrollToHash() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) goTo(hash.slice(1))
  }, [hash])
}
