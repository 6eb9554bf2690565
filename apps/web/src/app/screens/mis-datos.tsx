import { comun } from '@maestros/dominio/textos/comun'
import { misDatos } from '@maestros/dominio/textos/mis-datos'
import { Link, type MetaFunction } from 'react-router'
import { CloseCard } from '#features/datos/close-card.tsx'
import { ExportCard } from '#features/datos/export-card.tsx'
import { useSession } from '#lib/session.ts'

export const meta: MetaFunction = () => [{ title: `${misDatos.titulo} · ${comun.producto}` }]

/** The own data of a person of either role: a copy of them, and the end of the account. */
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
          <ExportCard userId={session.userId} />
          <Link
            to="/avisos"
            className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
          >
            {misDatos.avisos}
          </Link>
          <CloseCard userId={session.userId} />
        </>
      )}
    </main>
  )
}
