import { duracion, notasDeVoz } from '@maestros/dominio/chat/textos-de-notas-de-voz'
import { ChevronLeft, Lock, SendHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { logFailure } from '#lib/device/log.ts'
import { Button } from '#ui/elements/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { NewVoiceNote } from '../outbox/outbox.ts'
import { type Recording, RecordingError, startRecording } from './recorder.ts'
import type { Press } from './use-recording.ts'

const { grabar: textos, error } = notasDeVoz

/** A shorter press is a tap: the recording goes on without it. */
const TAP_MS = 500
/** How far the finger slides to cancel and to lock. */
const CANCEL_PX = 90
const LOCK_PX = 70
const TICK_MS = 100

type Props = {
  press: Press
  /** Whether the recording goes on without holding the button. */
  locked: boolean
  onLock: () => void
  onSend: (press: Press, note: NewVoiceNote) => void
  onCancel: (press: Press) => void
  /** What a screen reader says. */
  onStatus: (text: string) => void
}

type State = 'starting' | 'recording' | 'ended'

/** In the place of the field while a voice note is recorded. */
export default function RecordingBar({ press, locked, onLock, onSend, onCancel, onStatus }: Props) {
  const [slid, setSlid] = useState(0)
  const { state, recording, elapsed, levels } = useRecording(press, {
    onFailure: (sentence) => {
      toast.error(sentence, { id: 'nota-de-voz' })
      onStatus('')
      onCancel(press)
    },
    onEnd: (why) => {
      onLock()
      onStatus(why === 'limit' ? textos.completa : textos.interrumpida)
    },
  })

  const sending = useRef(false)
  const cancel = () => {
    // The note is on its way to the queue, where it can be cancelled.
    if (sending.current) return
    recording.current?.cancel()
    onStatus(textos.cancelada)
    onCancel(press)
  }
  const send = async () => {
    // A key that is held down must not send what it has just begun.
    if (!recording.current || recording.current.elapsed() < TAP_MS || sending.current) return
    sending.current = true
    const note = await recording.current.finish()
    onStatus(textos.enviada)
    onSend(press, note)
  }

  const onMove = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const left = press.x - clientX
    const up = press.y - clientY
    if (left > CANCEL_PX) return cancel()
    if (up > LOCK_PX && up > left) return onLock()
    setSlid(Math.max(0, left))
  })
  const onRelease = useEffectEvent((cancelled: boolean) => {
    const held = recording.current ? recording.current.elapsed() : 0
    if (cancelled || held < TAP_MS) onLock()
    else void send()
  })
  useEffect(() => {
    if (locked) return
    // It was released while this code was being loaded.
    if (press.released) return onRelease(true)
    const mine = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) act(event)
    }
    const [move, up, lost] = [mine(onMove), mine(() => onRelease(false)), mine(() => onRelease(true))]
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', lost)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', lost)
    }
  }, [locked, press])

  const tellState = useEffectEvent(() => {
    if (state === 'starting') onStatus(textos.preparando)
    if (state === 'recording') onStatus(locked ? textos.fijada : textos.suelta)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when one of the two changes
  useEffect(() => tellState(), [state, locked])
  const sendButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (locked) sendButton.current?.focus()
  }, [locked])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape cancels, wherever the focus is in the bar
    <div onKeyDown={onKeyDown} className="flex min-h-11 min-w-0 flex-1 items-center gap-2">
      {locked && (
        <Button variant="ghost" size="icon" aria-label={textos.cancelar} onClick={cancel}>
          <Trash2 aria-hidden className="text-destructive" />
        </Button>
      )}
      <span
        aria-hidden
        className={`ml-2 size-3 shrink-0 rounded-full bg-destructive ${state === 'recording' ? 'motion-safe:animate-pulse' : 'opacity-40'}`}
      />
      <span
        role="timer"
        aria-label={textos.tiempo}
        className="min-w-10 shrink-0 font-semibold whitespace-nowrap tabular-nums"
      >
        {duracion(elapsed)}
      </span>
      {state === 'starting' ? (
        <span className="min-w-0 flex-1 truncate text-sm text-muted-foreground">{textos.preparando}</span>
      ) : (
        <Levels levels={levels} />
      )}
      {locked ? (
        <Button ref={sendButton} size="icon" aria-label={textos.enviar} onClick={() => void send()}>
          <SendHorizontal aria-hidden />
        </Button>
      ) : (
        <Hint slid={slid} />
      )}
    </div>
  )
}

/** What sliding does. The lock is above the button, where the finger goes. */
function Hint({ slid }: { slid: number }) {
  return (
    <>
      <span
        aria-hidden
        className="mr-2 flex shrink-0 items-center text-sm text-muted-foreground"
        style={{ transform: `translateX(${-slid / 2}px)`, opacity: Math.max(0.2, 1 - slid / CANCEL_PX) }}
      >
        <ChevronLeft className="size-4" />
        {textos.desliza}
      </span>
      <span
        aria-hidden
        title={textos.fijar}
        className="absolute right-2 bottom-[calc(100%+0.75rem)] grid size-11 place-items-center rounded-full border border-border bg-card text-muted-foreground shadow-float"
      >
        <Lock className="size-5" />
      </span>
    </>
  )
}

const SHOWN = 28

/** The loudness of the last moments. */
function Levels({ levels }: { levels: readonly number[] }) {
  const bars = [...Array.from({ length: SHOWN - levels.length }, () => 0), ...levels]
  return (
    <span aria-hidden className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
      {bars.map((level, nth) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars stay and their heights change
          key={nth}
          className="w-1 shrink-0 rounded-full bg-primary"
          style={{ height: `${Math.max(8, Math.min(100, Math.sqrt(level) * 140))}%` }}
        />
      ))}
    </span>
  )
}

type Events = { onFailure: (sentence: string) => void; onEnd: (why: 'limit' | 'lost') => void }

function useRecording(press: Press, events: Events) {
  const [state, setState] = useState<State>('starting')
  const [shown, setShown] = useState<{ elapsed: number; levels: readonly number[] }>({
    elapsed: 0,
    levels: [],
  })
  const recording = useRef<Recording | null>(null)
  const onEnd = useEffectEvent((why: 'limit' | 'lost') => {
    setState('ended')
    events.onEnd(why)
  })
  const onFailure = useEffectEvent((cause: unknown) => {
    if (!(cause instanceof RecordingError)) logFailure('voice note', cause)
    events.onFailure(cause instanceof RecordingError ? cause.message : error.fallo)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press is one recording
  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setInterval> | undefined
    startRecording((why) => onEnd(why)).then(
      (begun) => {
        if (left) return begun.cancel()
        recording.current = begun
        setState('recording')
        const show = () => setShown({ elapsed: begun.elapsed(), levels: begun.levels.slice(-SHOWN) })
        timer = setInterval(show, TICK_MS)
      },
      (cause: unknown) => {
        if (!left) onFailure(cause)
      },
    )
    return () => {
      left = true
      clearInterval(timer)
      recording.current?.cancel()
      recording.current = null
    }
  }, [press])
  return { state, recording, ...shown }
}
