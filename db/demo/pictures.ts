import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ObjectStore } from '../../apps/server/src/platform/objects/store.ts'
import type { Maestro } from './people.ts'
import { renderPortrait } from './portrait/index.ts'
import { allSettled } from './write.ts'

/** The drawn photo and the sample identity card of every maestro. */

const BUCKET = 'chat-media'
/** A fixed time in the names, so that the next fill overwrites the files of an interrupted one. */
const TAKEN_AT = Date.UTC(2025, 7, 4, 18)
/** Enough to use every core and the disk, with few pictures in memory. */
const AT_ONCE = 16

export const photoName = ({ id }: Maestro) => `profile-photos/${id}/${TAKEN_AT}.webp`
export const ineName = ({ id }: Maestro) => `ine_${id}_${TAKEN_AT}.webp`
export const addressOf = (name: string) => `/storage/v1/object/public/${BUCKET}/${name}`

export interface StoredObject {
  bucket_id: string
  name: string
  owner: string
  mimetype: string
  size: number
  etag: string
}

export async function storePictures(
  maestros: readonly Maestro[],
  objects: ObjectStore,
  progress: (done: number) => void,
): Promise<StoredObject[]> {
  const ine = await sharp(Buffer.from(drawIne())).webp({ quality: 80, effort: 2 }).toBuffer()
  const stored: StoredObject[] = []
  const keep = async (owner: string, name: string, bytes: Buffer) => {
    await objects.write(`${BUCKET}/${name}`, bytes)
    const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    stored.push({ bucket_id: BUCKET, name, owner, mimetype: 'image/webp', size: bytes.length, etag })
  }
  const waiting = maestros.values()
  let done = 0
  let failed = false
  const store = async (maestro: Maestro) => {
    const { trade, woman, id } = maestro
    const photo = await renderPortrait({
      label: id,
      woman,
      tint: trade.tint,
      clothes: trade.clothes,
      hats: trade.hats,
    })
    await keep(id, photoName(maestro), photo)
    await keep(id, ineName(maestro), ine)
    done += 1
    progress(done)
  }
  const work = async () => {
    for (const maestro of waiting) {
      if (failed) return
      await store(maestro).catch((error) => {
        failed = true
        throw error
      })
    }
  }
  await allSettled(Array.from({ length: AT_ONCE }, work))
  return stored.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A card that is clearly not a real document. Its text is drawn, because a machine may have no font. */
function drawIne(): string {
  const letters = [
    'M26 0H0V40H26M0 20H20',
    'M26 0V28Q26 40 13 40Q0 40 0 28',
    'M26 0H0V40H26M0 20H20',
    'M0 40V0L14 22L28 0V40',
    'M0 40V0H16Q27 2 27 12Q27 22 16 24H0',
    'M0 0V40H24',
    'M14 0Q28 0 28 20Q28 40 14 40Q0 40 0 20Q0 0 14 0Z',
  ]
  const word = letters.map((path, at) => `<path transform="translate(${at * 40} 0)" d="${path}"/>`).join('')
  const line = (y: number, wide: number) => `<rect x="210" y="${y}" width="${wide}" height="12" rx="6"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="340" viewBox="0 0 540 340">
    <rect width="540" height="340" rx="24" fill="#f4efe6"/><path d="M0 24Q0 0 24 0H516Q540 0 540 24V58H0Z" fill="#dbe1ee"/>
    <rect x="36" y="92" width="140" height="170" rx="14" fill="#dbe1ee"/><circle cx="106" cy="152" r="34" fill="#aab6cc"/>
    <path d="M50 262Q54 200 106 200Q158 200 162 262Z" fill="#aab6cc"/>
    <g fill="#cfc8ba">${line(96, 220)}${line(126, 270)}${line(156, 180)}${line(186, 240)}${line(216, 140)}</g>
    <g transform="translate(110 272) rotate(-18)" fill="none" stroke="#c8442f" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" opacity=".82">
      <g transform="translate(24 -40) scale(1.2)">${word}</g></g>
  </svg>`
}
