import type { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { periodoDe, seEncuentra } from '@maestros/dominio/maestro/panel'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { AvailabilityCard } from './availability-card.tsx'
import { ChatsCard } from './chats-card.tsx'
import { FichaCard } from './ficha-card.tsx'
import { FigureCard } from './figure-card.tsx'
import { LevelCard } from './level-card.tsx'
import { NextStepCard } from './next-step-card.tsx'
import { VerificationCard } from './verification-card.tsx'

type Props = { panel: PanelMaestro; chatsSinLeer: number }

export function Panel({ panel, chatsSinLeer }: Props) {
  return (
    <>
      <h1 className="text-2xl font-semibold [overflow-wrap:anywhere]">{textos.saludo(panel.nombre)}</h1>
      <p className="mt-1 text-muted-foreground">{textos.intro}</p>
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4">
          <NextStepCard panel={{ ...panel, chats_sin_leer: chatsSinLeer }} />
          <div className="grid items-stretch gap-4 sm:grid-cols-2">
            <FigureCard cifra="visitas" periodo={periodoDe(panel.dias, 'visitas', panel.desde)} />
            <FigureCard cifra="contactos" periodo={periodoDe(panel.dias, 'contactos', panel.desde)} />
          </div>
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:row-span-2 lg:grid-cols-1">
          <LevelCard panel={panel} />
          <AvailabilityCard disponibilidad={panel.disponibilidad} seEncuentra={seEncuentra(panel)} />
        </div>
        <div className="grid gap-4">
          <VerificationCard panel={panel} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FichaCard panel={panel} />
            <ChatsCard chatsSinLeer={chatsSinLeer} />
          </div>
        </div>
      </div>
    </>
  )
}
