import type { FastifyInstance } from 'fastify'
import { invalidText } from './errors.ts'

/**
 * Bytes that PostgreSQL cannot hold as text are refused at the door, whatever the surface: invalid UTF-8
 * and NUL, in the address as in the body.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An escaped NUL in JSON text; an even run of backslashes before it would only spell it out. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

export function addInputRules(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const url = request.raw.url ?? ''
    done(url.includes('%') && !isText(url) ? invalidText() : undefined)
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // The official client names the type even when it sends nothing.
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(invalidText())
    }
    if (text.includes('\\u0000') && ESCAPED_NUL.test(text)) return done(invalidText())
    parseJson(request, text, done)
  })
}

function isText(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
