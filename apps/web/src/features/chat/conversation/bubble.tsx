import { horaDelMensaje } from '@maestros/dominio/fechas'
import type { Lado } from '@maestros/dominio/lado'
import { chat as textos } from '@maestros/dominio/textos/chat'
import { moderacion } from '@maestros/dominio/textos/moderacion'
import { Ban, Check, CheckCheck, Clock3, ImageOff, Video } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { PaymentNotice } from './payment-notice.tsx'
import { Picture } from './picture.tsx'
import type { Item } from './timeline.ts'

const { mensajes } = textos

type Props = Omit<Item, 'key' | 'kind'> & {
  side: Lado
  /** The first name of the other person. */
  nombre: string
  onOpenPicture: (id: string) => void
  onBrokenPicture: (secuencia: number) => Promise<void>
}

/** Memoized, because a long conversation has many bubbles. */
export const Bubble = memo(function Bubble(props: Props) {
  const { id, own, tipo, bloqueado: blocked, motivo, opens, closes, estado } = props
  const picture = tipo === 'imagen' && props.contenido !== ''
  const measured = useMeasured()
  return (
    <li
      data-mensaje={id}
      data-estado={own ? estado : undefined}
      className={cn(
        'message flex flex-col px-3 sm:px-4',
        measured && 'message-measured',
        own ? 'items-end' : 'items-start',
        opens ? 'pt-3' : 'pt-0.5',
      )}
    >
      <div
        className={cn(
          'flow-root max-w-[85%] rounded-card sm:max-w-[75%]',
          picture ? 'overflow-hidden p-1' : 'px-3.5 py-2',
          own && !blocked && 'bg-primary-tint text-foreground',
          !own && 'bg-muted text-foreground',
          blocked && 'border border-destructive bg-card text-destructive',
          closes && (own ? 'rounded-br-[0.25rem]' : 'rounded-bl-[0.25rem]'),
        )}
      >
        <span className="sr-only">{own ? mensajes.propio : `${props.nombre}:`} </span>
        <Content {...props} />
        <Foot {...props} />
      </div>
      {blocked && (
        <p className="mt-1 flex max-w-[85%] items-start gap-1.5 text-sm text-destructive sm:max-w-[75%]">
          <Ban aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{mensajes.bloqueado}.</strong>
            {motivo && ` ${moderacion.motivos[motivo]}`}
          </span>
        </p>
      )}
      {props.aviso && <PaymentNotice side={props.side} whole={props.aviso === 'completo'} />}
    </li>
  )
})

const MEASURED_MS = 1000

/** False for the first second: the bubble is rendered in full, so that the browser knows its height before it may skip it off screen. */
function useMeasured(): boolean {
  const [measured, setMeasured] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setMeasured(true), MEASURED_MS)
    return () => clearTimeout(timer)
  }, [])
  return measured
}

function Content({
  own,
  tipo,
  contenido,
  miniatura,
  size,
  nombre,
  id,
  secuencia,
  onOpenPicture,
  onBrokenPicture,
}: Props) {
  switch (tipo) {
    case 'texto':
      return (
        <span data-texto className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {contenido}
        </span>
      )
    case 'imagen':
      // The picture was removed with its author's account.
      if (contenido === '') {
        return (
          <span className="flex items-center gap-2 text-muted-foreground">
            <ImageOff aria-hidden className="size-5" />
            {mensajes.imagenEliminada}
          </span>
        )
      }
      return (
        <Picture
          src={miniatura ?? contenido}
          size={size}
          label={own ? mensajes.imagenPropia : mensajes.imagenDe(nombre)}
          onOpen={() => onOpenPicture(id)}
          onBroken={() => onBrokenPicture(secuencia ?? 0)}
        />
      )
    case 'video':
      return (
        <span className="flex items-center gap-2">
          <Video aria-hidden className="size-5" />
          {mensajes.video}
        </span>
      )
  }
}

/** Time and delivery state, on the last line of the text when there is space. */
function Foot({ own, creadoEn, estado, tipo, bloqueado }: Props) {
  return (
    <span
      className={cn(
        'flex items-center justify-end gap-1 text-sm leading-6 tabular-nums',
        tipo === 'imagen' ? 'px-2 pb-0.5' : 'float-right ml-3',
        bloqueado ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      <time dateTime={creadoEn}>{horaDelMensaje(new Date(creadoEn))}</time>
      {own && !bloqueado && <State estado={estado} />}
    </span>
  )
}

const ICONS = { enviando: Clock3, esperando: Clock3, enviado: Check, visto: CheckCheck } as const

function State({ estado }: Pick<Item, 'estado'>) {
  const Icon = ICONS[estado]
  const inWords = estado === 'visto' || estado === 'esperando'
  return (
    <>
      <Icon aria-hidden className={cn('size-4', estado === 'visto' && 'text-primary')} />
      <span className={inWords ? undefined : 'sr-only'}>{mensajes[estado]}</span>
    </>
  )
}
