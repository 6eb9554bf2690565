import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDeeperThan } from '../limits/json-depth.ts'
import { invalidText, tooDeep, tooManyParameters } from './errors.ts'

/**
 * Bytes that PostgreSQL cannot hold as text are refused at the door, whatever the surface: invalid UTF-8
 * and NUL, in the address as in the body.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An escaped NUL in JSON text; an even run of backslashes before it would only spell it out. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Far more than any call has; a search by the data surface has a parameter for each filter. */
const QUERY_PARAMETERS = 200

/** Reads a body as JSON, and passes on the reason when it is none that may be taken. */
export type ReadJson = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
) => void

/** Bounds what every request brings, and answers how JSON is read, for surfaces that take it under other types. */
export function addInputRules(app: FastifyInstance): ReadJson {
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? ''
    if (url.includes('%') && !isText(url)) return done(invalidText())
    done(hasTooManyParameters(url) ? tooManyParameters() : undefined)
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  const readJson: ReadJson = (request, body, done) => {
    // The official client names the type even when it sends nothing.
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(invalidText())
    }
    if (text.includes('\\u0000') && ESCAPED_NUL.test(text)) return done(invalidText())
    if (isDeeperThan(text)) return done(tooDeep())
    parseJson(request, text, done)
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  return readJson
}

function hasTooManyParameters(url: string): boolean {
  let count = 1
  for (let at = url.indexOf('&'); at >= 0; at = url.indexOf('&', at + 1)) {
    count += 1
    if (count > QUERY_PARAMETERS) return true
  }
  return false
}

function isText(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
