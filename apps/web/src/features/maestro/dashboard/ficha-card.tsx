import type { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { partesFaltantes, porcentajeCompleto } from '@maestros/dominio/maestro/panel'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { porVerificar } from '@maestros/dominio/verificacion/estados'
import { useId } from 'react'
import { Link } from 'react-router'
import { VerifiedMark } from '#entities/verification/verified-mark.tsx'
import { cn, LINK_ALONE } from '#ui/class-names.ts'
import { buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { editAddress } from './edit-address.ts'

/** How complete the profile is, and what is missing. */
export function FichaCard({ panel }: { panel: PanelMaestro }) {
  const id = useId()
  const complete = porcentajeCompleto(panel)
  const missing = partesFaltantes(panel)
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={id} className="text-lg font-semibold">
            {textos.ficha.titulo}
          </h2>
          {porVerificar(panel.verificacion).length === 0 && <VerifiedMark label={textos.ficha.verificado} />}
        </div>
        <Meter label={textos.ficha.completo(complete)} part={complete / 100} />
        {missing.length > 0 && (
          <ul>
            {missing.map((parte) => (
              <li key={parte}>
                <p className="text-pretty text-muted-foreground">{textos.paso.completar[parte].texto}</p>
                <Link to={editAddress(parte)} className={cn(LINK_ALONE, 'font-medium')}>
                  {textos.paso.completar[parte].accion}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link className={buttonClass({ variant: 'outline' })} to="/perfil-maestro">
          {textos.verPerfil}
        </Link>
      </section>
    </Card>
  )
}

function Meter({ label, part }: { label: string; part: number }) {
  return (
    <div>
      <p className="tabular-nums">{label}</p>
      <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-muted">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 2"
          preserveAspectRatio="none"
          className="block h-full w-full"
        >
          <rect width={part * 100} height="2" className="fill-verified" />
        </svg>
      </div>
    </div>
  )
}
