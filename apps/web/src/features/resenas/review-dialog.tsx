import type { EstadoDeResena } from '@maestros/contrato/resenas/resena-propia'
import { perfil } from '@maestros/dominio/perfil/textos'
import { ESTRELLAS } from '@maestros/dominio/resenas/reputacion'
import { resenas as textos } from '@maestros/dominio/resenas/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { Stars } from '#ui/elements/stars.tsx'
import { resenaPropiaQuery } from './api/resena-propia.ts'
import { ReviewForm } from './review-form.tsx'

const { dialogo } = textos

type Props = {
  open: boolean
  onOpen: (open: boolean) => void
  userId: string
  maestroId: string
  /** The first name of the maestro. */
  nombre: string
  /** Leads to the conversation with the maestro. Absent where the dialog was opened from it. */
  onChat?: () => void
}

/** Writes or edits the review of a maestro, or says why that is not possible now. */
export default function ReviewDialog({ open, onOpen, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpen}>
      <DialogContent
        closeLabel={comun.cerrar}
        className="sm:max-w-lg"
        aria-describedby={undefined}
        // A touch beside the dialog must not discard what was typed.
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        {open && <Content {...rest} onDone={() => onOpen(false)} />}
      </DialogContent>
    </Dialog>
  )
}

type ContentProps = Omit<Props, 'open' | 'onOpen'> & { onDone: () => void }

function Content({ userId, maestroId, nombre, onChat, onDone }: ContentProps) {
  const { data, isError, isFetching, refetch } = useQuery(resenaPropiaQuery(maestroId))
  if (!data) {
    return (
      <>
        <DialogTitle>{dialogo.escribir(nombre)}</DialogTitle>
        {isError && !isFetching ? (
          <>
            <DialogDescription role="alert">{dialogo.falloAlCargar}</DialogDescription>
            <Button className="mt-5" onClick={() => void refetch()}>
              {dialogo.reintentar}
            </Button>
          </>
        ) : (
          <div className="grid min-h-40 place-items-center">
            <Spinner label={dialogo.cargando} className="size-8" />
          </div>
        )}
      </>
    )
  }
  const { impedimento, resena } = data
  if (impedimento !== null) return <Refused {...{ nombre, impedimento, resena, onChat, onDone }} />
  return <ReviewForm userId={userId} maestroId={maestroId} nombre={nombre} own={resena} onDone={onDone} />
}

type RefusedProps = {
  nombre: string
  impedimento: NonNullable<EstadoDeResena['impedimento']>
  resena: EstadoDeResena['resena']
  onChat: (() => void) | undefined
  onDone: () => void
}

function Refused({ nombre, impedimento, resena, onChat, onDone }: RefusedProps) {
  const inChat = impedimento === 'sin_mensaje' || impedimento === 'sin_respuesta'
  return (
    <>
      <DialogTitle className="[overflow-wrap:anywhere]">{dialogo.escribir(nombre)}</DialogTitle>
      <DialogDescription className="text-pretty">{textos.impedimentos[impedimento]}</DialogDescription>
      {resena && (
        <div className="mt-4 rounded-control bg-muted p-3">
          <Stars
            filled={resena.puntuacion}
            of={ESTRELLAS}
            label={perfil.resenas.puntuacion(resena.puntuacion)}
          />
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{resena.comentario}</p>
        </div>
      )}
      <div className="mt-5 grid gap-2">
        {inChat && onChat && (
          <Button
            variant="next"
            onClick={() => {
              onDone()
              onChat()
            }}
          >
            {dialogo.irAlChat}
          </Button>
        )}
        <Button variant="outline" onClick={onDone}>
          {dialogo.cerrar}
        </Button>
      </div>
    </>
  )
}
