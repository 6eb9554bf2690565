import type { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { edicionDe } from '@maestros/dominio/verificacion/estados'
import { accionDe, verificacion } from '@maestros/dominio/verificacion/textos'
import { useId } from 'react'
import { Link } from 'react-router'
import { VerificationList } from '#entities/verification/verification-list.tsx'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import { editAddress } from './edit-address.ts'

/** The state of each verification, with a link to what the maestro is asked for. */
export function VerificationCard({ panel: { verificacion: states, documentos } }: { panel: PanelMaestro }) {
  const id = useId()
  return (
    <Card>
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-2 text-lg font-semibold">
          {verificacion.titulo}
        </h2>
        <VerificationList
          verificacion={states}
          documentos={documentos}
          action={({ siguiente: [asked] }) =>
            asked && (
              <Link to={editAddress(edicionDe(asked))} className={cn(LINK_ALONE, 'font-medium')}>
                {accionDe(asked, true, documentos)}
              </Link>
            )
          }
        />
        <Link to="/perfil-maestro#verificacion" className={cn(LINK_ALONE, 'mt-2')}>
          {textos.ficha.detalle}
        </Link>
      </section>
    </Card>
  )
}
