/**
 * Recognizes voice notes by their structure: WebM with one Opus track, or MP4 with one AAC or Opus track, as the recorders of
 * browsers write them. The file name and the declared type prove nothing. The sound itself is not decoded.
 */
export type AudioType = 'audio/webm' | 'audio/mp4'

/** Whether the first bytes are those of a WebM or MP4 file. */
export const startsLikeAudio = (bytes: Buffer): boolean => startsLikeWebm(bytes) || startsLikeMp4(bytes)

const startsLikeWebm = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32BE(0) === EBML
const startsLikeMp4 = (bytes: Buffer) => bytes.toString('latin1', 4, 8) === 'ftyp'

/** Undefined when it is not a voice note. */
export function audioTypeOf(bytes: Buffer): AudioType | undefined {
  try {
    if (startsLikeWebm(bytes) && isOpusWebm(bytes)) return 'audio/webm'
    if (startsLikeMp4(bytes) && isAudioMp4(bytes)) return 'audio/mp4'
    return undefined
  } catch (error) {
    // Buffer refuses to read beyond the end.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The ids of WebM elements, as they are written in the file. */
const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const CODEC_ID = 0x86
const CLUSTER = 0x1f43b675
/** Elements whose contents are read too. Their end is not needed, so a recorder may leave their size open. */
const MASTERS: readonly number[] = [EBML, SEGMENT, TRACKS, TRACK_ENTRY]

const AUDIO_TRACK = 2

function isOpusWebm(bytes: Buffer): boolean {
  let docType = ''
  let tracks = 0
  const types: number[] = []
  const codecs: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const id = vint(bytes, at)
    const size = vint(bytes, at + id.length)
    const start = at + id.length + size.length
    // The sound begins after the description of the tracks.
    if (id.raw === CLUSTER) {
      const opus = types.join() === String(AUDIO_TRACK) && codecs.join() === 'A_OPUS'
      return docType === 'webm' && tracks === 1 && opus
    }
    if (id.raw === TRACK_ENTRY) tracks += 1
    if (MASTERS.includes(id.raw)) {
      at = start
      continue
    }
    const end = start + size.value
    if (id.raw === DOC_TYPE) docType = bytes.toString('latin1', start, end)
    if (id.raw === TRACK_TYPE) types.push(bytes.readUIntBE(start, size.value))
    if (id.raw === CODEC_ID) codecs.push(bytes.toString('latin1', start, end))
    at = end
  }
  return false
}

/** A number of WebM: the leading zero bits of its first byte tell its length. `raw` includes the bit that marks the length. */
function vint(bytes: Buffer, at: number): { length: number; raw: number; value: number } {
  const length = Math.clz32(bytes.readUInt8(at)) - 23
  if (length > 8) throw new RangeError('not a number of WebM')
  let raw = 0
  for (let nth = 0; nth < length; nth += 1) raw = raw * 256 + bytes.readUInt8(at + nth)
  return { length, raw, value: raw - 2 ** (7 * length) }
}

/** Boxes of MP4 whose contents are read too. */
const CONTAINERS: readonly string[] = ['moov', 'trak', 'mdia', 'minf', 'stbl']
const CODECS: readonly string[] = ['mp4a', 'Opus']

function isAudioMp4(bytes: Buffer): boolean {
  let tracks = 0
  let data = false
  const handlers: string[] = []
  const codecs: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const short = bytes.readUInt32BE(at)
    const header = short === 1 ? 16 : 8
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < header || at + size > bytes.length) return false
    if (type === 'trak') tracks += 1
    if (type === 'mdat') data = true
    // After version and flags: an unused number and the kind of the track; the number of codecs, and the first one.
    if (type === 'hdlr') handlers.push(bytes.toString('latin1', at + header + 8, at + header + 12))
    if (type === 'stsd') codecs.push(bytes.toString('latin1', at + header + 12, at + header + 16))
    at += CONTAINERS.includes(type) ? header : size
  }
  return data && tracks === 1 && handlers.join() === 'soun' && CODECS.includes(codecs.join())
}
