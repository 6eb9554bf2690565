import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import { Card } from '#ui/elements/card.tsx'
import { type Reporte, reporteQuery } from '../api/reportes.ts'
import { AccountLink, ConsoleScreen, Facts, Read, WRITTEN } from '../parts.tsx'
import { ReportBadge } from '../state-badge.tsx'
import { CloseForm } from './close-form.tsx'

const { reporte: textos, reportes } = operacion

/** One report with the messages that were chosen as evidence. */
export function Report({ id }: { id: number }) {
  const query = useQuery(reporteQuery(id))
  return (
    <ConsoleScreen title={textos.titulo} back="/operacion/reportes">
      <Read query={query} missing={textos.noExiste}>
        {(data) => <Loaded report={data} />}
      </Read>
    </ConsoleScreen>
  )
}

function Loaded({ report }: { report: Reporte }) {
  const { id, motivo, texto, reportante, reportado, creado_en, cerrado_en, nota, mensajes } = report
  return (
    <>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-lg font-semibold">{reportes.motivos[motivo]}</p>
          <ReportBadge cerrado={cerrado_en !== null} />
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <span>{textos.numero(id)}</span>
          <span>{textos.recibido(fechaYHora(new Date(creado_en)))}</span>
          {cerrado_en !== null && <span>{textos.cerradoEl(fechaYHora(new Date(cerrado_en)))}</span>}
        </p>
        <Facts
          facts={[
            [textos.reportante, <AccountLink key="reportante" cuenta={reportante} />],
            [textos.reportado, <AccountLink key="reportado" cuenta={reportado} />],
          ]}
        />
        <h2 className="text-lg font-semibold">{textos.texto}</h2>
        <p className={WRITTEN}>{texto ?? textos.sinTexto}</p>
      </Card>
      <Evidence mensajes={mensajes} reportanteId={reportante.id} />
      {cerrado_en === null ? (
        <CloseForm id={id} />
      ) : (
        nota !== null && (
          <Card>
            <h2 className="text-lg font-semibold">{textos.notaDe}</h2>
            <p className={`mt-2 ${WRITTEN}`}>{nota}</p>
          </Card>
        )
      )}
    </>
  )
}

type EvidenceProps = Pick<Reporte, 'mensajes'> & { reportanteId: string }

function Evidence({ mensajes, reportanteId }: EvidenceProps) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section aria-labelledby="mensajes" className="grid gap-3">
      <h2 id="mensajes" className="text-lg font-semibold">
        {textos.mensajes}
      </h2>
      {mensajes.length === 0 && <p className="text-muted-foreground">{textos.sinMensajes}</p>}
      <ul className="grid gap-2">
        {mensajes.map((mensaje) => {
          const own = mensaje.autor_id === reportanteId
          return (
            <li
              key={`${mensaje.autor_id} ${mensaje.creado_en}`}
              className={`max-w-reading rounded-card p-3 ${own ? 'ml-6 bg-primary-tint' : 'mr-6 bg-muted'}`}
            >
              <p className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
                <span className="font-semibold">{own ? textos.deReportante : textos.deReportado}</span>
                <span>{fechaYHora(new Date(mensaje.creado_en))}</span>
              </p>
              <Content {...mensaje} onOpen={setOpened} />
            </li>
          )
        })}
      </ul>
      <Lightbox
        src={opened}
        title={textos.imagen}
        closeLabel={comun.cerrar}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}

const FILES = ['imagen', 'audio']

type ContentProps = Reporte['mensajes'][number] & { onOpen: (url: string) => void }

/** The text of a message. Of a picture or a voice note the content is only the name of its file. */
function Content({ tipo, contenido, url, onOpen }: ContentProps) {
  if (contenido === null) return <p className="mt-1 text-muted-foreground">{textos.mensajeBorrado}</p>
  if (!FILES.includes(tipo)) return <p className={`mt-1 ${WRITTEN}`}>{contenido}</p>
  if (url === null) return <p className="mt-1 text-muted-foreground">{textos.sinArchivo}</p>
  if (tipo === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: voice notes of people have no captions
      <audio controls preload="none" src={url} aria-label={textos.audio} className="mt-2 w-full max-w-sm" />
    )
  }
  return (
    <button
      type="button"
      aria-label={textos.ver}
      aria-haspopup="dialog"
      onClick={() => onOpen(url)}
      className="mt-2 size-36 overflow-hidden rounded-control border border-border bg-skeleton"
    >
      <img src={url} alt={textos.imagen} className="size-full object-cover" />
    </button>
  )
}
