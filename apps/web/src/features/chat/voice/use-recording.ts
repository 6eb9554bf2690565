import { chat as textos } from '@maestros/dominio/chat/textos'
import { useRef, useState } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { enqueueVoiceNote, mayRecord, type NewVoiceNote } from '../outbox/outbox.ts'

/** How a recording was begun: with a pointer that may still be down, or with the keyboard. */
export type Press = {
  /** Null when it was begun without a pointer. */
  pointerId: number | null
  x: number
  y: number
  /** Set as soon as the pointer is up, also while the code of the recorder is being loaded. */
  released: boolean
}

type Given = {
  userId: string
  chatId: string
  /** The message that the voice note answers to. */
  respuestaA: string | undefined
  onSent: () => void
}

/** The voice note that is being recorded in a chat. `recording` is null when there is none. */
export function useRecording({ userId, chatId, respuestaA, onSent }: Given) {
  const [recording, setRecording] = useState<{ press: Press; locked: boolean } | null>(null)
  const [status, setStatus] = useState('')
  const mic = useRef<HTMLButtonElement>(null)
  /** Ends the recording of this press. Another one may have begun since. */
  const end = (press: Press) => {
    setRecording((current) => (current?.press === press ? null : current))
    // The buttons of the recording are gone.
    setTimeout(() => mic.current?.focus())
  }
  const send = (press: Press, note: NewVoiceNote) =>
    // The field is shown again when the note is in the queue, so that a text that is sent next follows it.
    enqueueVoiceNote(userId, chatId, note, respuestaA).finally(() => {
      end(press)
      onSent()
    })
  return {
    recording,
    mic,
    /** For screen readers. */
    status,
    start: (press: Press) => {
      if (mayRecord(userId)) setRecording({ press, locked: press.released })
      else toast.error(textos.imagen.demasiadosEnEspera, { id: 'nota-de-voz' })
    },
    end,
    /** What the bar of the recording reports. */
    bar: {
      // A recording that failed just before the button was released has ended.
      onLock: () => setRecording((current) => current && { ...current, locked: true }),
      onSend: (press: Press, note: NewVoiceNote) => void send(press, note),
      onCancel: end,
      onStatus: setStatus,
    },
  }
}
