import { DOCUMENTOS_QUE_SE_MIRAN } from '@maestros/contrato/operacion/operacion-verificacion'
import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { useState } from 'react'
import { Lightbox } from '#ui/dialogs/lightbox.tsx'
import type { Expediente } from '../api/verificaciones.ts'

const { expediente: textos } = operacion

type Documento = Expediente['documentos'][number]

/** The files side by side, so that they can be compared. Each opens large. */
export function DossierDocuments({ documentos }: Pick<Expediente, 'documentos'>) {
  const [opened, setOpened] = useState<Documento | null>(null)
  return (
    <section aria-labelledby="documentos">
      <h2 id="documentos" className="text-lg font-semibold">
        {textos.documentos}
      </h2>
      <ul className="mt-3 grid grid-cols-2 max-[18.75rem]:grid-cols-1 gap-3 md:grid-cols-4">
        {DOCUMENTOS_QUE_SE_MIRAN.map((tipo) => {
          const found = documentos.find((one) => one.tipo === tipo)
          return (
            <li key={tipo} className="grid content-start gap-1.5">
              {found ? (
                <Picture key={found.url} url={found.url} tipo={tipo} onOpen={() => setOpened(found)} />
              ) : (
                <p className="grid aspect-4/3 place-items-center rounded-control border border-dashed border-control p-2 text-center text-muted-foreground">
                  {textos.sinDocumento}
                </p>
              )}
              <p className="text-sm font-medium">{textos.tipos[tipo]}</p>
            </li>
          )
        })}
      </ul>
      <Lightbox
        src={opened?.url ?? null}
        title={opened ? textos.tipos[opened.tipo] : ''}
        closeLabel={comun.cerrar}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}

type PictureProps = Documento & { onOpen: () => void }

function Picture({ tipo, url, onOpen }: PictureProps) {
  const [failed, setFailed] = useState(false)
  const nombre = textos.tipos[tipo]
  if (failed) {
    return (
      <p
        role="alert"
        className="grid aspect-4/3 place-items-center rounded-control border border-border bg-muted p-2 text-center text-sm text-destructive"
      >
        {textos.falloDeImagen}
      </p>
    )
  }
  return (
    <button
      type="button"
      aria-label={textos.ampliar(nombre)}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="aspect-4/3 overflow-hidden rounded-control border border-border bg-skeleton"
    >
      <img src={url} alt={nombre} onError={() => setFailed(true)} className="size-full object-contain" />
    </button>
  )
}
