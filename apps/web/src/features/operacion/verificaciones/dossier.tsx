import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import {
  type DatoVerificable,
  DOCUMENTOS_DE_VERIFICACION,
  lineasDeVerificacion,
  sinDocumento,
} from '@maestros/dominio/verificacion/estados'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Dialog, DialogContent } from '#ui/dialogs/dialog.tsx'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { toast } from '#ui/toasts/toast.ts'
import {
  type Decision,
  type Expediente,
  expedienteQuery,
  useDecide,
  verificacionesQuery,
} from '../api/verificaciones.ts'
import { isConflict, sentenceOf } from '../error-sentences.ts'
import { ConsoleScreen, Read } from '../parts.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DossierData } from './dossier-data.tsx'
import { DossierDocuments } from './dossier-documents.tsx'
import { RejectForm } from './reject-form.tsx'

const { expediente: textos } = operacion

/** What a decision about a maestro needs, and the decisions. */
export function Dossier({ maestroId }: { maestroId: string }) {
  const query = useQuery(expedienteQuery(maestroId))
  return (
    <ConsoleScreen title={textos.titulo} back="/operacion/verificaciones">
      <Read query={query} missing={textos.noExiste}>
        {(data) => <Loaded dossier={data} looking={query.isFetching} onLook={() => query.refetch()} />}
      </Read>
    </ConsoleScreen>
  )
}

type LoadedProps = { dossier: Expediente; looking: boolean; onLook: () => Promise<unknown> }

function Loaded({ dossier, looking, onLook }: LoadedProps) {
  const { id, nombre, apellido, estados } = dossier
  const decide = useDecide(id)
  const stored = DOCUMENTOS_DE_VERIFICACION.filter((one) =>
    dossier.documentos.some(({ tipo }) => tipo === one),
  )
  /** `ready`: the sentence that asks for a missing document. */
  const [rejecting, setRejecting] = useState<{ dato: DatoVerificable; ready: string | null } | null>(null)
  const decisions = useRef<HTMLHeadingElement>(null)
  const busy = decide.isPending || looking
  const send = (decision: Decision, onDone?: () => void) => {
    if (busy) return
    decide.mutate(decision, {
      onSuccess: () => {
        toast.success(textos.hecho[decision.estado](verificacion.tipos[decision.dato]))
        onDone?.()
      },
      onError: (cause) => {
        // The dialog hides the button that looks again. What was typed in it stays.
        if (isConflict(cause)) setRejecting(null)
      },
    })
  }
  const lookAgain = async () => {
    await onLook()
    decide.reset()
    // The button that was pressed is gone.
    decisions.current?.focus({ preventScroll: true })
  }
  const conflict = isConflict(decide.error)
  return (
    <>
      <p className="text-xl font-semibold [overflow-wrap:anywhere]">
        {nombre} {apellido}
      </p>
      <DossierDocuments documentos={dossier.documentos} />
      <DossierData dossier={dossier} />
      <section aria-labelledby="decisiones" className="grid gap-3">
        <h2 ref={decisions} id="decisiones" tabIndex={-1} className="text-lg font-semibold outline-none">
          {textos.decisiones}
        </h2>
        {decide.isError && (rejecting === null || conflict) && (
          <Card role="alert" className="grid justify-items-start gap-3">
            <p className="font-semibold">{textos.conflicto}</p>
            <p className="text-pretty text-destructive">{sentenceOf(decide.error)}</p>
            {conflict && (
              <Button variant="outline" aria-busy={looking} onClick={() => void lookAgain()}>
                {textos.volverAMirar}
              </Button>
            )}
          </Card>
        )}
        <div className="grid gap-3 lg:grid-cols-3">
          {lineasDeVerificacion(estados, stored).map((linea) => {
            const dato = linea.tipo
            const reject = (ready: string | null) => {
              decide.reset()
              setRejecting({ dato, ready })
            }
            return (
              <DecisionCard
                key={dato}
                linea={linea}
                falta={sinDocumento(dato, stored)}
                busy={busy}
                onDecide={(estado) => send({ dato, estado })}
                onReject={() => reject(null)}
                onAsk={(documento) => reject(operacion.rechazo.pedido[documento])}
              />
            )
          })}
        </div>
        <p className="text-sm text-muted-foreground">{textos.borrado}</p>
      </section>
      {isDecided(dossier) && <NextOne maestroId={id} />}
      <Dialog
        open={rejecting !== null}
        locked={decide.isPending}
        onOpenChange={(open) => {
          if (!open && !decide.isPending) setRejecting(null)
        }}
      >
        <DialogContent closeLabel={comun.cerrar} aria-describedby={undefined}>
          {rejecting && (
            <RejectForm
              maestroId={id}
              dato={rejecting.dato}
              ready={rejecting.ready}
              pending={decide.isPending}
              failure={decide.isError ? sentenceOf(decide.error) : null}
              onReject={(rejection, onDone) =>
                send({ dato: rejecting.dato, estado: 'rechazado', ...rejection }, () => {
                  setRejecting(null)
                  onDone()
                })
              }
            />
          )}
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Nothing of this maestro waits any more. */
const isDecided = ({ estados }: Expediente) =>
  estados.every(({ estado }) => estado === 'verificado' || estado === 'rechazado')

/** Leads to the maestro who has waited longest. The list of them is no look at anybody. */
function NextOne({ maestroId }: { maestroId: string }) {
  const { data, isFetching } = useQuery(verificacionesQuery)
  const next = data?.maestros.find(({ id }) => id !== maestroId)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="font-medium">{textos.todoDecidido}</p>
      {next && (
        <Link
          to={`/operacion/verificaciones/${next.id}`}
          className={buttonClass({ variant: 'next', size: 'large' })}
        >
          {textos.siguiente}
        </Link>
      )}
      {data && !next && !isFetching && <p className="text-muted-foreground">{textos.sinSiguiente}</p>}
    </div>
  )
}
