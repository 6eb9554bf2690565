import type { Lado } from '@maestros/dominio/chat/lado'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { horaDelMensaje } from '@maestros/dominio/fechas'
import { motivoDelBloqueo } from '@maestros/dominio/seguridad/textos-de-moderacion'
import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  Clock3,
  ImageOff,
  type LucideIcon,
  MicOff,
  Video,
} from 'lucide-react'
import { memo, useContext } from 'react'
import { cn } from '#ui/class-names.ts'
import { Button } from '#ui/elements/button.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { editDraft } from '../drafts.ts'
import { OpenChatContext } from '../open-chat.ts'
import { PendingPicture } from '../pictures/pending-picture.tsx'
import { Picture } from '../pictures/picture.tsx'
import { MessageText } from './message-text.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { PendingBubble } from './pending-bubble.tsx'
import { Quote } from './quote.tsx'
import type { Item } from './timeline.ts'

const { mensajes, opciones } = textos

/** Takes as much space as the voice note that is being loaded. */
const VoiceNote = lazyComponent(
  () => import('../voice/voice-note.tsx'),
  () => <span aria-hidden className="block h-11 w-68 max-w-full" />,
)

type Props = Omit<Item, 'key' | 'kind'> & {
  side: Lado
  /** The first name of the other person. */
  nombre: string
  onOpenPicture: (id: string) => void
  onBrokenPicture: (secuencia: number) => Promise<void>
  /** Opens the options of the message. */
  onMenu: (id: string) => void
  /** The Tab key stops at the options of one message of the log; the arrow keys lead to the others. */
  tabStop: boolean
}

/** Memoized: scrolling renders the log again, and most of its bubbles have not changed. */
export const Bubble = memo(function Bubble(props: Props) {
  const { own, tipo, bloqueado: blocked, motivo, opens, closes, eliminado } = props
  const picture = tipo === 'imagen' && (props.contenido !== '' || props.pendiente !== null) && !eliminado
  return (
    <div
      className={cn(
        'group flex flex-col px-3 sm:px-4',
        own ? 'items-end' : 'items-start',
        opens ? 'pt-3' : 'pt-0.5',
      )}
    >
      <PendingBubble
        pendiente={props.pendiente}
        className={cn(
          'relative flow-root max-w-[85%] rounded-card sm:max-w-[75%] [@media(hover:none)]:select-none',
          picture ? 'p-1' : 'px-3.5 py-2',
          own && !blocked && 'bg-primary-tint text-foreground',
          !own && 'bg-muted text-foreground',
          blocked && 'border border-destructive bg-card text-destructive',
          closes && (own ? 'rounded-br-[0.25rem]' : 'rounded-bl-[0.25rem]'),
        )}
      >
        <span className="sr-only">{own ? mensajes.propio : `${props.nombre}:`} </span>
        {!eliminado && props.respuestaA && <Quote id={props.respuestaA} />}
        {eliminado ? <Deleted /> : <Content {...props} />}
        <Foot {...props} />
        {!eliminado && props.secuencia !== null && <MenuButton {...props} />}
      </PendingBubble>
      {blocked && (
        <p className="mt-1 flex max-w-[85%] items-start gap-1.5 text-sm text-destructive sm:max-w-[75%]">
          <Ban aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{mensajes.bloqueado}.</strong>
            {motivo && ` ${motivoDelBloqueo(motivo, props.side)}`}
          </span>
        </p>
      )}
      {blocked && own && tipo === 'texto' && <EditBlocked {...props} />}
      {props.aviso && <PaymentNotice side={props.side} whole={props.aviso === 'completo'} />}
    </div>
  )
})

/** The text was not delivered: the person takes out what blocked it and sends the rest. */
function EditBlocked({ id, contenido, respuestaA }: Props) {
  const chat = useContext(OpenChatContext)
  if (!chat?.writable) return null
  const { userId, chatId } = chat
  const edit = () => editDraft({ id, userId, chatId, contenido, respuestaA: respuestaA ?? undefined })
  return (
    <Button variant="outline" className="screen-only my-1" onClick={edit}>
      {mensajes.editarBloqueado}
    </Button>
  )
}

function Content({
  own,
  tipo,
  bloqueado,
  contenido,
  miniatura,
  size,
  nota,
  nombre,
  id,
  secuencia,
  onOpenPicture,
  onBrokenPicture,
  pendiente,
}: Props) {
  switch (tipo) {
    case 'texto':
      return <MessageText contenido={contenido} plain={bloqueado} />
    case 'imagen':
      if (pendiente) return <PendingPicture {...pendiente} size={size} />
      if (contenido === '') return <Removed icon={ImageOff}>{mensajes.imagenEliminada}</Removed>
      return (
        <Picture
          src={miniatura ?? contenido}
          size={size}
          label={own ? mensajes.imagenPropia : mensajes.imagenDe(nombre)}
          onOpen={() => onOpenPicture(id)}
          onBroken={() => onBrokenPicture(secuencia ?? 0)}
        />
      )
    case 'audio':
      if (contenido === '' && !pendiente) return <Removed icon={MicOff}>{mensajes.audioEliminado}</Removed>
      return (
        <VoiceNote
          id={id}
          src={contenido}
          nota={nota}
          nombre={own ? null : nombre}
          pendiente={pendiente}
          secuencia={secuencia}
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

/** In the place of a file that was removed with its author's account. */
function Removed({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <span className="flex items-center gap-2 text-muted-foreground">
      <Icon aria-hidden className="size-5" />
      {children}
    </span>
  )
}

function Deleted() {
  return (
    <span className="inline-flex items-center gap-1.5 text-muted-foreground italic">
      <Ban aria-hidden className="size-4 shrink-0" />
      {mensajes.eliminado}
    </span>
  )
}

/** One node for three dots, because every message has them. */
const DOTS = (
  <svg viewBox="0 0 24 24" aria-hidden className="size-5" fill="none" stroke="currentColor">
    <path d="M12 5h.01M12 12h.01M12 19h.01" strokeWidth={4} strokeLinecap="round" />
  </svg>
)

/** Beside the bubble, for a mouse and the keyboard. A finger presses the bubble long instead. */
function MenuButton({ id, own, tabStop, onMenu }: Props) {
  return (
    <button
      type="button"
      data-menu
      tabIndex={tabStop ? 0 : -1}
      aria-label={opciones.abrir}
      aria-haspopup="dialog"
      onClick={() => onMenu(id)}
      className={cn(
        // Hidden by its colour and centred by margins: opacity and a transform cost the browser a layer for each message.
        'screen-only absolute -inset-y-1 my-auto grid size-11 place-items-center rounded-full text-transparent',
        'group-hover:text-muted-foreground hover:bg-muted focus-visible:text-muted-foreground [@media(hover:none)]:pointer-events-none',
        own ? 'right-full' : 'left-full',
      )}
    >
      {DOTS}
    </button>
  )
}

/** Time and delivery state, on the last line of the text when there is space. */
function Foot({ own, creadoEn, estado, ultimoVisto, tipo, bloqueado, eliminado }: Props) {
  return (
    <span
      className={cn(
        'flex flex-wrap items-center justify-end gap-x-1 text-sm leading-6 tabular-nums',
        tipo === 'imagen' && !eliminado ? 'px-2 pb-0.5' : 'float-right ml-3',
        bloqueado ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      <time dateTime={creadoEn}>{horaDelMensaje(new Date(creadoEn))}</time>
      {own && !bloqueado && !eliminado && <State estado={estado} ultimoVisto={ultimoVisto} />}
    </span>
  )
}

const ICONS = {
  enviando: Clock3,
  esperando: Clock3,
  enTurno: Clock3,
  fallido: CircleAlert,
  enviado: Check,
  visto: CheckCheck,
} as const
/** States that are written out, and so is the last 'visto'. The others are icons with a name for screen readers. */
const IN_WORDS: readonly Item['estado'][] = ['esperando', 'enTurno', 'fallido']

function State({ estado, ultimoVisto }: Pick<Item, 'estado' | 'ultimoVisto'>) {
  const Icon = ICONS[estado]
  const inWords = ultimoVisto || IN_WORDS.includes(estado)
  return (
    <>
      <Icon aria-hidden className={cn('size-4', estado === 'visto' && 'text-primary')} />
      <span className={inWords ? undefined : 'sr-only'}>{mensajes[estado]}</span>
    </>
  )
}
