import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** A page of the build into which the server has written its settings. It is made once, at start. */
export interface FilledPage {
  html: string
  etag: string
  encodings: Record<'br' | 'gzip', Buffer>
}

const PLACEHOLDER = /__(?:SITE_URL|PRIVACY_EMAIL)__/

/** Undefined when the page contains no setting. */
export function fillPage(
  html: string,
  { siteUrl, SUPPORT_EMAIL }: Pick<Config, 'siteUrl' | 'SUPPORT_EMAIL'>,
): FilledPage | undefined {
  if (!PLACEHOLDER.test(html)) return undefined
  const mail = SUPPORT_EMAIL ?? `privacidad@${new URL(siteUrl).hostname}`
  const filled = html
    .replaceAll('__SITE_URL__', () => escaped(siteUrl))
    .replaceAll('__PRIVACY_EMAIL__', () => escaped(mail))
  return {
    html: filled,
    etag: `"${createHash('sha256').update(filled).digest('base64url').slice(0, 22)}"`,
    encodings: { br: brotliCompressSync(filled), gzip: gzipSync(filled) },
  }
}

/** Both settings were parsed at start; this keeps a quote in one of them inside its attribute. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export function sendFilledPage(request: FastifyRequest, reply: FastifyReply, page: FilledPage) {
  reply.headers({ etag: page.etag, 'content-type': 'text/html; charset=utf-8' })
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  if (!encoding) return reply.send(page.html)
  return reply.header('content-encoding', encoding).send(page.encodings[encoding])
}
