import { invalidPreferences, invalidRange, invalidSchema, noMediaType, SCHEMA } from '../errors.ts'

export interface Media {
  kind: 'array' | 'object' | 'csv'
  /** Keys whose value is null are omitted. */
  stripped: boolean
  contentType: string
}

const MEDIA: Record<string, Media> = {
  '*/*': { kind: 'array', stripped: false, contentType: 'application/json; charset=utf-8' },
  'application/*': { kind: 'array', stripped: false, contentType: 'application/json; charset=utf-8' },
  'application/json': { kind: 'array', stripped: false, contentType: 'application/json; charset=utf-8' },
  'application/vnd.pgrst.array': {
    kind: 'array',
    stripped: false,
    contentType: 'application/vnd.pgrst.array+json; charset=utf-8',
  },
  'application/vnd.pgrst.object': {
    kind: 'object',
    stripped: false,
    contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
  },
  'text/csv': { kind: 'csv', stripped: false, contentType: 'text/csv; charset=utf-8' },
}

/** The first supported media type of the header, ordered by its `q` value. */
export function parseAccept(header: string | undefined): Media {
  if (header === undefined || header.trim() === '') return mediaFor('*/*')
  const accepted = header
    .split(',')
    .map((part, place) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, parameters, place, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .sort((a, b) => b.quality - a.quality || a.place - b.place)
  for (const { type, parameters } of accepted) {
    const media = MEDIA[type.replace(/^(application\/vnd\.pgrst\.\w+)\+json$/, '$1')]
    if (media === undefined) continue
    const stripped = parameters.includes('nulls=stripped') && media.contentType.includes('vnd.pgrst')
    return stripped
      ? { ...media, stripped, contentType: media.contentType.replace(';', ';nulls=stripped;') }
      : media
  }
  throw noMediaType(header)
}

const mediaFor = (type: string): Media =>
  MEDIA[type] ?? { kind: 'array', stripped: false, contentType: 'application/json' }

export interface Preferences {
  return: 'representation' | 'minimal' | 'headers-only' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  missing: 'default' | 'null' | undefined
  /** How the transaction ends. */
  tx: 'commit' | 'rollback' | undefined
  /** Only with handling=strict. */
  maxAffected: number | undefined
  strict: boolean
}

const ONE_OF = {
  return: ['representation', 'minimal', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

export function parsePrefer(header: string | string[] | undefined): Preferences {
  const given = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const pick = <Name extends keyof typeof ONE_OF>(name: Name): (typeof ONE_OF)[Name][number] | undefined => {
    for (const part of given) {
      const value = ONE_OF[name].find((candidate) => part === `${name}=${candidate}`)
      if (value !== undefined) return value
    }
    return undefined
  }
  const strict = pick('handling') === 'strict'
  const unknown = given.filter((part) => !isKnown(part))
  if (strict && unknown.length > 0) throw invalidPreferences(unknown)
  const maxAffected = given
    .map((part) => /^max-affected=(\d{1,9})$/.exec(part)?.[1])
    .find((n) => n !== undefined)
  return {
    return: pick('return'),
    resolution: pick('resolution'),
    count: pick('count'),
    missing: pick('missing'),
    tx: pick('tx'),
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : undefined,
    strict,
  }
}

function isKnown(part: string): boolean {
  if (/^max-affected=\d{1,9}$/.test(part)) return true
  return Object.entries(ONE_OF).some(([name, values]) => values.some((value) => part === `${name}=${value}`))
}

/** The value of Preference-Applied: the preferences that were followed. */
export function appliedPreferences(
  preferences: Preferences,
  kind: 'read' | 'insert' | 'update' | 'delete' | 'call',
): string {
  const { return: representation, resolution, count, missing, tx, maxAffected, strict } = preferences
  const writes = kind === 'insert' || kind === 'update' || kind === 'delete'
  return [
    kind === 'insert' && resolution !== undefined ? `resolution=${resolution}` : '',
    (kind === 'insert' || kind === 'update') && missing !== undefined ? `missing=${missing}` : '',
    writes && representation !== undefined ? `return=${representation}` : '',
    count === undefined ? '' : `count=${count}`,
    tx === undefined ? '' : `tx=${tx}`,
    strict ? 'handling=strict' : '',
    maxAffected !== undefined && kind !== 'read' && kind !== 'insert' ? `max-affected=${maxAffected}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Parses `Range: 0-9` of a read. Any other value is ignored, as in PostgREST. */
export function parseRange(
  header: string | undefined,
): { offset: bigint; limit: bigint | undefined } | undefined {
  const found = /^(\d{1,18})-(\d{0,18})$/.exec(header ?? '')
  if (!found) return undefined
  const offset = BigInt(found[1] ?? '0')
  if (!found[2]) return { offset, limit: undefined }
  const last = BigInt(found[2])
  if (last < offset) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: last - offset + 1n }
}

/** Throws unless the named schema is the exposed one. Returns whether a schema was named. */
export function checkProfile(header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  const profile = Array.isArray(header) ? (header[0] ?? '') : header
  if (profile !== SCHEMA) throw invalidSchema(profile)
  return true
}
