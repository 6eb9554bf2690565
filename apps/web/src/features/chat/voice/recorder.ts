import { notasDeVoz } from '@maestros/dominio/chat/textos-de-notas-de-voz'
import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import type { NewVoiceNote } from '../outbox/outbox.ts'

const { error: textos } = notasDeVoz

/** A recording in progress. */
export interface Recording {
  /** In milliseconds, at most NOTA_DE_VOZ.maxMs. */
  elapsed(): number
  /** The loudness measured so far, from 0 to 1, one value every LEVEL_MS. */
  readonly levels: readonly number[]
  /** Ends the recording; it can still be sent or cancelled. */
  end(): void
  /** Ends the recording and returns it. */
  finish(): Promise<NewVoiceNote>
  cancel(): void
}

/** Why there is no recording, as a sentence for the person. */
export class RecordingError extends Error {}

const LEVEL_MS = 50

/** The first one that this browser can record. Both are what the server accepts. */
const FORMATS = [
  { mimeType: 'audio/webm;codecs=opus', extension: 'webm' },
  { mimeType: 'audio/mp4', extension: 'm4a' },
] as const

/** Asks for the microphone and begins to record. `onEnd` is called when it ends by itself: the limit, or the microphone is gone. */
export async function startRecording(onEnd: (why: 'limit' | 'lost') => void): Promise<Recording> {
  const format = formatOf()
  if (!format || !navigator.mediaDevices) throw new RecordingError(textos.sinSoporte)
  const stream = await openMicrophone()
  const { mimeType, extension } = format
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: NOTA_DE_VOZ.bitsPorSegundo })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))

  const meter = openMeter(stream)
  const begun = performance.now()
  let lasted: number | undefined
  const elapsed = () => lasted ?? Math.min(performance.now() - begun, NOTA_DE_VOZ.maxMs)
  const levels: number[] = []
  const timer = setInterval(() => {
    levels.push(meter.read())
    if (elapsed() < NOTA_DE_VOZ.maxMs) return
    end()
    onEnd('limit')
  }, LEVEL_MS)

  function end() {
    if (lasted !== undefined) return
    lasted = elapsed()
    clearInterval(timer)
    meter.close()
    if (recorder.state !== 'inactive') recorder.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => {
      if (lasted !== undefined) return
      end()
      onEnd('lost')
    })
  }
  recorder.start()

  return {
    elapsed,
    levels,
    end,
    cancel: end,
    finish: async () => {
      end()
      await stopped
      const duracionMs = Math.max(1, Math.round(elapsed()))
      return { file: new Blob(parts, { type: mimeType }), extension, duracionMs, picos: peaksOf(levels) }
    },
  }
}

function formatOf() {
  if (typeof MediaRecorder !== 'function') return undefined
  return FORMATS.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType))
}

const REASONS: Record<string, string> = {
  NotAllowedError: textos.permiso,
  SecurityError: textos.permiso,
  NotFoundError: textos.sinMicrofono,
  OverconstrainedError: textos.sinMicrofono,
  NotReadableError: textos.ocupado,
  AbortError: textos.ocupado,
}

async function openMicrophone(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new RecordingError(REASONS[name] ?? textos.fallo, { cause })
  }
}

/** Measures the loudness of the stream. The sound is not played. */
function openMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  void context.resume().catch(() => undefined)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    },
    close: () => void context.close().catch(() => undefined),
  }
}

/** Below this loudness (of 1) there is only noise: a silent recording must not look loud. */
const NOISE = 0.02
const MAX = 100

/** The drawing of a voice note from its measured loudness, which is from 0 to 1: as many values as a message has, from 0 to 100. */
export function peaksOf(levels: readonly number[]): number[] {
  const loudest = Math.max(NOISE, ...levels)
  return Array.from({ length: NOTA_DE_VOZ.picos }, (_, nth) => {
    const from = Math.floor((nth * levels.length) / NOTA_DE_VOZ.picos)
    const to = Math.max(from + 1, Math.floor(((nth + 1) * levels.length) / NOTA_DE_VOZ.picos))
    const level = Math.max(0, ...levels.slice(from, to))
    // The square root shows quiet speech beside loud speech.
    return Math.round(MAX * Math.sqrt(level / loudest))
  })
}
