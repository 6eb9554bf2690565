import { readFile } from 'node:fs/promises'
import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import { expect } from 'vitest'
import { sent } from './chats.ts'
import type { TestPerson } from './maestros.ts'
import { blob } from './pictures.ts'

/** Voice notes. The files were recorded by Chromium: 1.5 s of a microphone, and of a camera. */

const recorded = (name: string) => readFile(new URL(`audio/${name}`, import.meta.url))

export const voiceWebm = () => recorded('voice.webm')
/** As a recorder writes it that gives its parts before it knows how long the recording will be. */
export const voiceInParts = () => recorded('voice-in-parts.webm')
export const voiceMp4 = () => recorded('voice.m4a')
export const videoWebm = () => recorded('video.webm')

/** Safari records AAC instead of Opus. Only the name of the codec differs for the server. */
export const voiceAac = async () => replaced(await voiceMp4(), 'Opus', 'mp4a')

/** The first occurrence of a text in the bytes, replaced by another one of the same length. */
export function replaced(bytes: Buffer, text: string, by: string): Buffer {
  const at = bytes.indexOf(text, 0, 'latin1')
  expect(at).toBeGreaterThan(0)
  expect(by).toHaveLength(text.length)
  const copy = Buffer.from(bytes)
  copy.write(by, at, 'latin1')
  return copy
}

/** The duration and the drawing that a voice note is sent with. */
export const SOUND = {
  duracion_ms: 1500,
  picos: Array.from({ length: NOTA_DE_VOZ.picos }, (_, nth) => nth),
}

let moment = 1_760_000_000_000

/** Uploads a voice note to a chat, and returns its name. */
export async function uploadVoice({ client }: TestPerson, chat: string): Promise<string> {
  moment += 1
  const name = `${chat}/${moment}.webm`
  const { error } = await client.storage
    .from('chat-media')
    .upload(name, blob(await voiceWebm(), 'audio/webm'))
  expect(error).toBeNull()
  return name
}

/** Sends a voice note that must be accepted, and returns its message. The contact must be unlocked. */
export const sendVoice = async (person: TestPerson, chat: string) =>
  sent(person.client, chat, await uploadVoice(person, chat), { tipo: 'audio', ...SOUND })
