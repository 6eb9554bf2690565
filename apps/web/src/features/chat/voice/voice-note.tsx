import { chat } from '@maestros/dominio/chat/textos'
import { duracion, notasDeVoz } from '@maestros/dominio/chat/textos-de-notas-de-voz'
import { LoaderCircle, Mic, Pause, Play } from 'lucide-react'
import { useContext, useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { knownMensajes, renewAddresses } from '../api/messages.ts'
import type { Item, Pendiente } from '../messages/timeline.ts'
import { OpenChatContext } from '../open-chat.ts'
import { useProgress } from '../outbox/outbox.ts'
import { nextSpeed, pause, play, seek, usePlayback, useSpeed } from './playback.ts'
import { Waveform } from './waveform.tsx'

const { reproducir: textos } = notasDeVoz

type Props = {
  id: string
  /** An address that expires; empty while it waits to be sent. */
  src: string
  nota: Item['nota']
  /** The first name of its author; null for an own one. */
  nombre: string | null
  pendiente: Pendiente | null
  secuencia: number | null
}

const NONE: NonNullable<Item['nota']> = { duracionMs: 0, picos: [] }

export default function VoiceNote({ nota, pendiente, ...props }: Props) {
  const { duracionMs, picos } = nota ?? NONE
  return (
    <span data-nota-de-voz className="block w-68 max-w-full">
      {pendiente ? (
        <Waiting clientId={pendiente.clientId} duracionMs={duracionMs} picos={picos} />
      ) : (
        <Player {...props} duracionMs={duracionMs} picos={picos} />
      )}
    </span>
  )
}

type Drawn = { duracionMs: number; picos: readonly number[] }

/** A voice note of the outbox, and how far its upload is. */
function Waiting({ clientId, duracionMs, picos }: Drawn & { clientId: string }) {
  const part = useProgress(clientId)
  return (
    <>
      <span className="flex items-center gap-2 opacity-70">
        <span className="grid size-11 shrink-0 place-items-center">
          <Mic aria-hidden className="size-5" />
        </span>
        <span className="relative h-11 flex-1">
          <Waveform picos={picos} played={0} />
        </span>
      </span>
      {part !== undefined && (
        <progress
          aria-label={chat.imagen.avance}
          value={part}
          className="progress [--muted:var(--card)] mb-1.5 block h-1.5 w-full overflow-hidden rounded-full"
        />
      )}
      <Time ms={duracionMs} />
    </>
  )
}

function Player({
  id,
  src,
  nombre,
  duracionMs,
  picos,
  secuencia,
}: Drawn & Omit<Props, 'nota' | 'pendiente'>) {
  const { state, ms } = usePlayback(id)
  const chat = useContext(OpenChatContext)
  const [problem, setProblem] = useState<'unplayable' | 'offline' | null>(null)
  const label = nombre === null ? textos.propia : textos.de(nombre)
  const active = state === 'playing' || state === 'loading'
  const start = async () => {
    setProblem(null)
    try {
      const renew = () => renewedAddress(chat?.chatId ?? '', { id, secuencia })
      // When a new address fails too, the file is there and the browser cannot play it.
      if (!(await play({ id, src }, renew))) setProblem('unplayable')
    } catch {
      setProblem('offline')
    }
  }
  return (
    <>
      <span className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="icon"
          className="shrink-0 rounded-full text-primary"
          aria-label={active ? textos.pausar(label) : textos.iniciar(label)}
          onClick={() => (active ? pause() : void start())}
        >
          {state === 'loading' ? (
            <LoaderCircle aria-hidden className="animate-spin" />
          ) : active ? (
            <Pause aria-hidden />
          ) : (
            <Play aria-hidden />
          )}
        </Button>
        <span className="relative h-11 min-w-0 flex-1 rounded-control has-focus-visible:outline-3 has-focus-visible:outline-(--ring)">
          <Waveform picos={picos} played={duracionMs > 0 ? Math.min(1, ms / duracionMs) : 0} />
          <input
            type="range"
            min={0}
            max={duracionMs}
            step={100}
            value={Math.min(ms, duracionMs)}
            aria-label={textos.posicion(label)}
            aria-valuetext={textos.avance(ms, duracionMs)}
            onChange={({ target }) => seek({ id, src }, Number(target.value))}
            onKeyDown={(event) => {
              const step = KEYS[event.key]
              if (step === undefined) return
              event.preventDefault()
              seek({ id, src }, Math.max(0, Math.min(duracionMs, ms + step)))
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        <Speed />
      </span>
      {problem && <Problem src={src} unplayable={problem === 'unplayable'} />}
      <Time ms={ms > 0 ? ms : duracionMs} />
    </>
  )
}

/** The arrow keys move by a second: the steps of the slider are too small for them. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1000,
  ArrowDown: -1000,
  ArrowRight: 1000,
  ArrowUp: 1000,
  PageDown: -10_000,
  PageUp: 10_000,
}

/** On the line of the time and the delivery state. */
const Time = ({ ms }: { ms: number }) => (
  <span className="float-left pl-1 text-sm leading-6 text-muted-foreground tabular-nums">{duracion(ms)}</span>
)

function Speed() {
  const speed = `${useSpeed()}×`
  return (
    <button
      type="button"
      aria-label={textos.velocidad(speed)}
      onClick={nextSpeed}
      className="grid size-11 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums hover:bg-muted"
    >
      <span className="rounded-full border border-control px-1.5 py-0.5">{speed}</span>
    </button>
  )
}

function Problem({ src, unplayable }: { src: string; unplayable: boolean }) {
  return (
    <span role="alert" className="block pb-1 text-sm text-pretty">
      {unplayable ? textos.noSePuede : textos.sinConexion}
      {unplayable && (
        <a
          href={`${src}&download=${textos.archivo}${extensionOf(src)}`}
          className="flex min-h-11 items-center font-medium text-primary underline underline-offset-2"
        >
          {textos.descargar}
        </a>
      )}
    </span>
  )
}

async function renewedAddress(chatId: string, { id, secuencia }: Pick<Props, 'id' | 'secuencia'>) {
  await renewAddresses(chatId, secuencia ?? 0)
  return knownMensajes(chatId)?.messages.find((one) => one.id === id)?.contenido
}

const extensionOf = (src: string) => /\.\w+(?=\?|$)/.exec(src)?.[0] ?? ''
