/** The brands of HEIF files, as iPhones and some cameras write them (ISO/IEC 23008-12). */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
const HEIF_NAME = /\.hei[cf]$/i
const HEIF_TYPE = /^image\/hei[cf]/

/** Whether a file may be a picture. Some systems give HEIC files no type. */
export const mayBePicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || (type === '' && HEIF_NAME.test(name))

/** Whether this is a HEIC or HEIF file. Only some browsers can show it. */
export async function isHeif(file: File): Promise<boolean> {
  if (HEIF_TYPE.test(file.type) || HEIF_NAME.test(file.name)) return true
  const head = await text(file, 4, 12)
  return head.startsWith('ftyp') && HEIF_BRANDS.includes(head.slice(4))
}

/** Bytes of a file in which the end of its first picture is found. */
const HEAD_BYTES = 1024 * 1024
const WEBP_ANIMATED = 0b10

/** Whether a file is an animation, of which only the first picture can be sent. */
export async function isAnimated(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const kind = ascii(head, 0, 4)
  if (kind === 'GIF8') return hasSecondFrame(head)
  const extended = kind === 'RIFF' && ascii(head, 8, 16) === 'WEBPVP8X'
  return extended && ((head[20] ?? 0) & WEBP_ANIMATED) !== 0
}

/** Walks over the blocks of a GIF. A file whose first picture is longer than what was read counts as animated. */
function hasSecondFrame(bytes: Uint8Array): boolean {
  const at = (place: number) => bytes[place] ?? 0
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let place = 13 + colors(at(10))
  let frames = 0
  while (place < bytes.length) {
    const block = at(place)
    if (block === 0x3b) return false
    if (block === 0x2c) {
      frames += 1
      if (frames > 1) return true
      place += 11 + colors(at(place + 9))
    } else place += 2
    // Both kinds end with sub-blocks, each with its length, and an empty one.
    while (place < bytes.length && at(place) !== 0) place += at(place) + 1
    place += 1
  }
  return bytes.length === HEAD_BYTES
}

const text = async (file: File, from: number, to: number) =>
  ascii(new Uint8Array(await file.slice(from, to).arrayBuffer()), 0, to - from)

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))
