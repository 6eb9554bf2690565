import { misDatos } from '@maestros/dominio/cuenta/textos'
import { comun } from '@maestros/dominio/textos'
import { Link, type MetaFunction } from 'react-router'
import { ChangeNameCard } from '#features/acceso/change-name.tsx'
import { ChangePasswordCard } from '#features/acceso/change-password.tsx'
import { CloseCard } from '#features/cuenta/close-card.tsx'
import { ExportCard } from '#features/cuenta/export-card.tsx'
import { useSession } from '#lib/session/session-state.ts'
import { cn, LINK_ALONE } from '#ui/class-names.ts'

export const meta: MetaFunction = () => [{ title: `${misDatos.titulo} · ${comun.producto}` }]

/** The own data of a person of either role: the name, a copy of them, the password, and the end of the account. */
export default function MisDatos() {
  const session = useSession()
  return (
    <main className="mx-auto grid max-w-reading gap-4 px-4 pt-6 pb-10">
      <header>
        <h1 className="text-2xl font-semibold">{misDatos.titulo}</h1>
        <p className="mt-1 text-pretty text-muted-foreground">{misDatos.entrada}</p>
      </header>
      {session.status === 'signed-in' && (
        <>
          {session.role === 'buscador' && <ChangeNameCard userId={session.userId} />}
          <ExportCard userId={session.userId} />
          <ChangePasswordCard />
          <ul className="flex flex-wrap gap-x-6">
            {session.role === 'maestro' && (
              <MoreLink to="/perfil-maestro?editar=contacto">{misDatos.nombre.deMaestro}</MoreLink>
            )}
            <MoreLink to="/avisos">{misDatos.avisos}</MoreLink>
            <MoreLink to="/acuerdo-de-privacidad">{comun.pie.privacidad}</MoreLink>
            <MoreLink to="/terminos-y-condiciones">{comun.pie.terminos}</MoreLink>
          </ul>
          {session.role && <CloseCard userId={session.userId} role={session.role} />}
        </>
      )}
    </main>
  )
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={cn(LINK_ALONE, 'font-semibold')}>
        {children}
      </Link>
    </li>
  )
}
