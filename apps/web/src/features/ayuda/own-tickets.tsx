import type { Solicitud } from '@maestros/contrato/ayuda/mis-solicitudes'
import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { fechaCorta } from '@maestros/dominio/fechas'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FailureNotice } from '#entities/state/failures.tsx'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import { Badge, type BadgeVariant } from '#ui/elements/badge.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { misSolicitudesQuery } from './api/tickets.ts'
import { EmptyLetter } from './drawings.tsx'

const { solicitudes: textos } = ayuda

/** The tickets of the person with their state and the answers of operators. */
export function OwnTickets({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(misSolicitudesQuery(userId))
  const [opened, setOpened] = useState<string | null>(null)
  // The query reads again when the page becomes visible. A window that was only covered gets the focus.
  useEffect(() => {
    const onFocus = () => void refetch()
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [refetch])
  return (
    <section aria-labelledby="mis-solicitudes">
      <h2 id="mis-solicitudes" tabIndex={-1} className="scroll-mt-20 text-xl font-semibold outline-none">
        {textos.titulo}
      </h2>
      <div className="mt-3 grid gap-3">
        {!data && !isError && <Loading />}
        {!data && isError && (
          <div role="alert">
            <FailureNotice
              title={textos.fallo.titulo}
              text={textos.fallo.texto}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </div>
        )}
        {data?.solicitudes.length === 0 && (
          <Notice drawing={<EmptyLetter />} title={textos.vacio.titulo}>
            {textos.vacio.texto}
          </Notice>
        )}
        {data && data.solicitudes.length > 0 && (
          <ul aria-labelledby="mis-solicitudes" className="grid gap-3">
            {data.solicitudes.map((ticket) => (
              <li key={ticket.id}>
                <OwnTicket {...ticket} onOpen={setOpened} />
              </li>
            ))}
          </ul>
        )}
        {data && data.total > data.solicitudes.length && (
          <p className="text-sm text-muted-foreground">{textos.masAntiguas}</p>
        )}
      </div>
      <Lightbox src={opened} title={textos.visor} closeLabel={comun.cerrar} onClose={() => setOpened(null)} />
    </section>
  )
}

const STATES: Record<EstadoDeTicket, { variant: BadgeVariant; Icon: typeof Inbox }> = {
  abierto: { variant: 'secondary', Icon: Inbox },
  en_proceso: { variant: 'default', Icon: Clock },
  resuelto: { variant: 'verified', Icon: CircleCheck },
}

const written = 'whitespace-pre-line [overflow-wrap:anywhere]'

function OwnTicket({
  estado,
  mensaje,
  imagenes,
  creado_en,
  respuestas,
  onOpen,
}: Solicitud & { onOpen: (url: string) => void }) {
  const { variant, Icon } = STATES[estado]
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">{textos.enviada(fechaCorta(new Date(creado_en)))}</p>
        <Badge variant={variant}>
          <Icon aria-hidden />
          {textos.estados[estado]}
        </Badge>
      </div>
      <p className={`mt-2 ${written}`}>{mensaje}</p>
      {imagenes.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {imagenes.map(({ url, miniatura }, index) => (
            <button
              key={url}
              type="button"
              aria-label={textos.ver(index + 1)}
              aria-haspopup="dialog"
              onClick={() => onOpen(url)}
              className="size-20 overflow-hidden rounded-control border border-border bg-skeleton"
            >
              <img
                src={miniatura}
                alt={textos.imagen(index + 1)}
                loading="lazy"
                className="size-full object-cover"
              />
            </button>
          ))}
        </div>
      )}
      {respuestas.map(({ id, texto, creado_en: answered }) => (
        <div key={id} className="mt-3 rounded-control bg-primary-tint p-3">
          <p className="text-sm">
            <span className="font-semibold">{textos.respuesta}</span>{' '}
            <span className="text-muted-foreground">{fechaCorta(new Date(answered))}</span>
          </p>
          <p className={`mt-1 ${written}`}>{texto}</p>
        </div>
      ))}
      {respuestas.length === 0 && estado !== 'resuelto' && (
        <p className="mt-3 text-sm text-muted-foreground">{textos.sinRespuesta}</p>
      )}
    </Card>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{textos.cargando}</span>
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
