import { useSyncExternalStore } from 'react'
import { readText, writeText } from '#lib/device/stored-text.ts'

/** The voice note that is played. There is one <audio> for all of them, so that only one plays at a time. */
type Playback = {
  id: string | null
  state: 'paused' | 'loading' | 'playing'
  /** How far it is. */
  ms: number
}

const NONE: Playback = { id: null, state: 'paused', ms: 0 }
let playback = NONE
let element: HTMLAudioElement | undefined
let loaded: string | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(next: Partial<Playback>) {
  playback = { ...playback, ...next }
  for (const listener of listeners) listener()
}

/** Of this voice note. */
export const usePlayback = (id: string): Playback =>
  useSyncExternalStore(subscribe, () => (playback.id === id ? playback : NONE))

function audio(): HTMLAudioElement {
  if (element) return element
  const made = new Audio()
  element = made
  made.addEventListener('playing', () => change({ state: 'playing' }))
  made.addEventListener('timeupdate', () => {
    if (playback.state === 'playing') change({ ms: made.currentTime * 1000 })
  })
  // Also when a telephone call or a headset pauses it.
  made.addEventListener('pause', () => {
    if (playback.state === 'playing') change({ state: 'paused' })
  })
  made.addEventListener('ended', () => change({ state: 'paused', ms: 0 }))
  made.addEventListener('error', () => {
    loaded = undefined
    change({ state: 'paused' })
  })
  return made
}

type Note = { id: string; src: string }

/** Raised by everything that ends an attempt to play: another one, and leaving the conversation. */
let attempts = 0

/**
 * Plays from where it was, or from the beginning. What played before stops. The address may have expired: then it is tried once
 * more with the one that `renew` gives. Answers false when the file cannot be played.
 */
export async function play(note: Note, renew: () => Promise<string | undefined>): Promise<boolean> {
  const playing = begin(note)
  const attempt = attempts
  if (await playing) return true
  const src = (await renew()) ?? note.src
  return attempt !== attempts || begin({ ...note, src })
}

/** Answers false when the file cannot be played from this address. */
async function begin({ id, src }: Note): Promise<boolean> {
  attempts += 1
  const ms = playback.id === id ? playback.ms : 0
  const sound = audio()
  if (loaded !== src) {
    sound.src = src
    loaded = src
    applySpeed(sound)
  }
  change({ id, state: 'loading', ms })
  // At once, because some browsers allow it only in the event of the press. The position may be set before the file is loaded.
  const playing = sound.play()
  if (Math.abs(sound.currentTime * 1000 - ms) > 1) await moveTo(sound, ms)
  try {
    await playing
    return true
  } catch (cause) {
    if (playback.id === id && playback.state === 'loading') change({ state: 'paused' })
    return cause instanceof DOMException && NOT_THE_FILE.includes(cause.name)
  }
}

/** Another note was begun or this one was paused before it had loaded; or the browser requires another press first. */
const NOT_THE_FILE: readonly string[] = ['AbortError', 'NotAllowedError']

export function pause() {
  audio().pause()
  change({ state: 'paused' })
}

/** A note that is not played begins there when it is played. */
export function seek({ id, src }: Note, ms: number) {
  if (playback.id !== id) {
    stopPlayback()
    change({ id })
  }
  change({ ms })
  if (element && loaded === src) void moveTo(element, ms)
}

/** Some recorders do not write how long the recording is. Its end must be found before another place can be. */
async function moveTo(sound: HTMLAudioElement, ms: number) {
  if (sound.duration === Infinity && ms > 0) {
    const found = new Promise((resolve) => sound.addEventListener('durationchange', resolve, { once: true }))
    sound.currentTime = FAR_SECONDS
    await found
  }
  sound.currentTime = ms / 1000
}

const FAR_SECONDS = 1e7

export function stopPlayback() {
  attempts += 1
  element?.pause()
  change(NONE)
}

/** The speeds that can be chosen, in the order of the button. */
const SPEEDS = [1, 1.5, 2]
const KEY = 'maestros-velocidad-de-voz'

function readSpeed(): number {
  const stored = Number(readText(KEY))
  return SPEEDS.includes(stored) ? stored : 1
}

/** The same for all voice notes on this device. */
export const useSpeed = (): number => useSyncExternalStore(subscribe, readSpeed)

export function nextSpeed() {
  writeText(KEY, String(SPEEDS[(SPEEDS.indexOf(readSpeed()) + 1) % SPEEDS.length]))
  if (element) applySpeed(element)
  change({})
}

function applySpeed(sound: HTMLAudioElement) {
  // A new source begins with the default.
  sound.defaultPlaybackRate = readSpeed()
  sound.playbackRate = readSpeed()
}
