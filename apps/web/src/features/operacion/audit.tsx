import { operacion } from '@maestros/dominio/operacion/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { ActLine } from './act-list.tsx'
import { auditoriaQuery } from './api/auditoria.ts'
import { EmptyTray } from './drawings.tsx'
import { isForbidden } from './error-sentences.ts'
import { Pages } from './paged-list.tsx'
import { ConsoleScreen } from './parts.tsx'

const { auditoria: textos } = operacion

/** Who did what, the newest first; of one account if its id is given. */
export function Audit({ cuentaId }: { cuentaId: string | null }) {
  const query = useInfiniteQuery(auditoriaQuery(cuentaId))
  if (isForbidden(query.error)) {
    return (
      <ConsoleScreen title={textos.titulo}>
        <Notice title={textos.prohibida.titulo}>{textos.prohibida.texto}</Notice>
      </ConsoleScreen>
    )
  }
  return (
    <ConsoleScreen title={textos.titulo} text={textos.texto}>
      {cuentaId !== null && (
        <p>
          {textos.deCuenta}{' '}
          <Link to="/operacion/auditoria" className={cn(LINK_ALONE, 'font-semibold')}>
            {textos.todas}
          </Link>
        </p>
      )}
      <Pages
        label={textos.titulo}
        query={query}
        rows={query.data?.pages.flatMap(({ actos }) => actos)}
        keyOf={({ id }) => id}
        empty={textos.vacio}
        drawing={<EmptyTray />}
      >
        {(acto) => (
          <Card>
            <ActLine {...acto} />
          </Card>
        )}
      </Pages>
    </ConsoleScreen>
  )
}
