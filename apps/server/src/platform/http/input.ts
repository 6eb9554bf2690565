import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDeeperThan } from '../limits/json-depth.ts'
import { invalidText, tooDeep, tooManyParameters } from './errors.ts'

/**
 * Refuses bytes that PostgreSQL cannot store as text (invalid UTF-8 and NUL), in the address and in the body,
 * for all surfaces.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An escaped NUL in JSON text. After an even number of backslashes it is an ordinary text. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Far more than any call needs; a query of the data surface has one parameter for each filter. */
const QUERY_PARAMETERS = 200

/** Parses a body as JSON, or passes an error to `done` when it is not acceptable. */
export type ReadJson = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, value?: unknown) => void,
) => void

/**
 * Limits the input of every request. Returns the JSON parser for surfaces that accept JSON under other
 * content types.
 */
export function addInputRules(app: FastifyInstance): ReadJson {
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? ''
    if (url.includes('%') && !isText(url)) return done(invalidText())
    done(hasTooManyParameters(url) ? tooManyParameters() : undefined)
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  const readJson: ReadJson = (request, body, done) => {
    // The official client sends the content type even with an empty body.
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
