import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../settings/config.ts'

/** Headers of every answer. A surface or page may replace one, with a reason. */
export function addHeaders(app: FastifyInstance, config: Config) {
  const headers = {
    'x-content-type-options': 'nosniff',
    // Same-origin paths stay visible, because the profile screen checks whether the user came from a chat.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(config.siteUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * The security policy of a page of the web app: it may load our own files and run the inline scripts of the
 * build.
 */
export function pageHeaders(html: string): Record<string, string> {
  const scripts = inlineHashes(html, 'script').join(' ')
  const styles = inlineHashes(html, 'style').join(' ')
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' ${scripts}`.trim(),
      `style-src 'self' ${styles}`.trim(),
      "img-src 'self' data: blob:",
      // Voice notes that wait on this device to be sent.
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ].join('; '),
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** The policy of a service worker is its own: it applies to the requests that the worker sends for its pages. */
export const SERVICE_WORKER_HEADERS = {
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'gi'))
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of found) {
    if (text === '' || /\ssrc\s*=/i.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}
