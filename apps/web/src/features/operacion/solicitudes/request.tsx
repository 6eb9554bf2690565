import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type Solicitud, solicitudQuery, useChangeState } from '../api/solicitudes.ts'
import { sentenceOf } from '../error-sentences.ts'
import { AccountLink, ConsoleScreen, Facts, Read, WRITTEN } from '../parts.tsx'
import { TicketBadge } from '../state-badge.tsx'
import { AnswerForm } from './answer-form.tsx'

const { solicitud: textos, solicitudes } = operacion

/** One help request with its answers. */
export function Request({ id }: { id: string }) {
  const query = useQuery(solicitudQuery(id))
  return (
    <ConsoleScreen title={textos.titulo} back="/operacion/solicitudes">
      <Read query={query} missing={textos.noExiste}>
        {(data) => <Loaded request={data} />}
      </Read>
    </ConsoleScreen>
  )
}

function Loaded({ request }: { request: Solicitud }) {
  const { id, estado, nombre, correo, mensaje, cuenta, imagenes, creado_en, respuestas } = request
  return (
    <>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted-foreground">{textos.enviada(fechaYHora(new Date(creado_en)))}</p>
          <TicketBadge estado={estado} />
        </div>
        <Facts
          facts={[
            [textos.de, nombre ?? operacion.cuentaEliminada],
            [textos.correo, correo],
            [textos.cuenta, cuenta && <AccountLink cuenta={cuenta} />],
          ]}
        />
        <h2 className="text-lg font-semibold">{textos.mensaje}</h2>
        <p className={WRITTEN}>{mensaje ?? textos.sinMensaje}</p>
        <Pictures imagenes={imagenes} />
      </Card>
      <section aria-labelledby="respuestas" className="grid gap-3">
        <h2 id="respuestas" className="text-lg font-semibold">
          {textos.respuestas}
        </h2>
        {respuestas.length === 0 && <p className="text-muted-foreground">{textos.sinRespuestas}</p>}
        {respuestas.map(({ operador, texto, creado_en: when }) => (
          <div key={when} className="rounded-control bg-primary-tint p-3">
            <p className="text-sm [overflow-wrap:anywhere] text-muted-foreground">
              {textos.responde(operador ?? operacion.cuentaEliminada, fechaYHora(new Date(when)))}
            </p>
            <p className={`mt-1 ${WRITTEN}`}>{texto}</p>
          </div>
        ))}
      </section>
      {cuenta ? (
        <>
          <AnswerForm id={id} estado={estado} />
          <StateButtons id={id} estado={estado} />
        </>
      ) : (
        <p className="font-medium text-pretty">{textos.sinCuenta}</p>
      )}
    </>
  )
}

function Pictures({ imagenes }: Pick<Solicitud, 'imagenes'>) {
  const [opened, setOpened] = useState<string | null>(null)
  if (imagenes.length === 0) return null
  return (
    <>
      <h2 className="text-lg font-semibold">{textos.imagenes}</h2>
      <div className="flex flex-wrap gap-2">
        {imagenes.map((url, index) => (
          <button
            key={url}
            type="button"
            aria-label={textos.ver(index + 1)}
            aria-haspopup="dialog"
            onClick={() => setOpened(url)}
            className="size-28 overflow-hidden rounded-control border border-border bg-skeleton"
          >
            <img src={url} alt={textos.imagen(index + 1)} className="size-full object-cover" />
          </button>
        ))}
      </div>
      <Lightbox src={opened} title={textos.visor} closeLabel={comun.cerrar} onClose={() => setOpened(null)} />
    </>
  )
}

/** The other states, for a change without an answer. */
function StateButtons({ id, estado }: Pick<Solicitud, 'id' | 'estado'>) {
  const change = useChangeState(id)
  return (
    <section aria-labelledby="estado" className="grid gap-3">
      <h2 id="estado" className="text-lg font-semibold">
        {textos.cambiar}
      </h2>
      <div className="flex flex-wrap gap-2">
        {ESTADOS_DE_TICKET.filter((other) => other !== estado).map((other) => (
          <Button
            key={other}
            variant="outline"
            aria-disabled={change.isPending}
            onClick={() => {
              if (change.isPending) return
              change.mutate(other, {
                onSuccess: (changed) => toast.success(textos.cambiada(solicitudes.estados[changed.estado])),
              })
            }}
          >
            {textos.cambiarA(solicitudes.estados[other])}
          </Button>
        ))}
      </div>
      {change.isError && (
        <p role="alert" className="text-pretty text-destructive">
          {sentenceOf(change.error)}
        </p>
      )}
    </section>
  )
}
