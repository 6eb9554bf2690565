import type { EstadoDeMisDatos } from '@maestros/contrato/cuenta/mis-datos'
import { misDatos } from '@maestros/dominio/cuenta/textos'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { RetryButton } from '#entities/state/failures.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { misDatosQuery, useExport } from './api/mis-datos.ts'

const { exportar: textos } = misDatos

export function ExportCard({ userId }: { userId: string }) {
  const state = useQuery(misDatosQuery(userId))
  return (
    <Card>
      <h2 className="text-lg font-semibold">{textos.titulo}</h2>
      <p className="mt-2 text-pretty text-muted-foreground">{textos.texto}</p>
      {/* As high as the button, so that what follows does not move when the answer arrives. */}
      <div className="mt-4 grid min-h-11 items-center justify-items-start">
        {state.data ? (
          <State userId={userId} {...state.data} />
        ) : state.isError ? (
          <div className="grid justify-items-start gap-3">
            <p role="alert">{misDatos.fallo}</p>
            <RetryButton onRetry={() => void state.refetch()} retrying={state.isFetching} />
          </div>
        ) : (
          <Spinner label={misDatos.cargando} className="size-6" />
        )}
      </div>
      <p className="mt-3 text-sm text-muted-foreground">{textos.limite}</p>
    </Card>
  )
}

function State({ userId, exportacion, proxima_en }: EstadoDeMisDatos & { userId: string }) {
  const asked = useExport(userId)
  const preparing = exportacion?.estado === 'preparando'
  const { estado, enlace, vence_en, tamano } = exportacion ?? {
    estado: null,
    enlace: null,
    vence_en: null,
    tamano: null,
  }
  const ask = () => {
    if (!asked.isPending) asked.mutate()
  }
  return (
    <div className="grid justify-items-start">
      <div role="status" className="grid gap-1 not-empty:not-last:mb-3">
        {preparing && (
          <p className="flex items-center gap-3">
            <Spinner label={misDatos.cargando} className="size-5 shrink-0" />
            {textos.preparando}
          </p>
        )}
        {estado === 'lista' && vence_en && <p>{textos.lista(vence_en)}</p>}
        {estado === 'vencida' && <p>{textos.vencida}</p>}
        {estado === 'fallida' && <p>{proxima_en === null ? textos.fallida : textos.falloHoy}</p>}
      </div>
      {enlace && (
        <a className={buttonClass({ variant: 'next', className: 'not-last:mb-3' })} href={enlace} download>
          <Download aria-hidden />
          {textos.descargar(tamano)}
        </a>
      )}
      {!preparing && proxima_en === null && (
        <Button variant={enlace ? 'outline' : 'next'} aria-busy={asked.isPending} onClick={ask}>
          {asked.isPending ? textos.pidiendo : textos.pedir}
        </Button>
      )}
      {!preparing && proxima_en !== null && (
        <p className="text-sm text-muted-foreground">{textos.proxima(proxima_en)}</p>
      )}
    </div>
  )
}
