import { funciones } from '@maestros/dominio/textos-de-funciones'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addAddressLimit, addressLimit } from '../../../platform/http/address-limit.ts'
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from '../../../platform/mail/unsubscribe-links.ts'
import type { Services } from '../../../platform/services.ts'
import { donePage, invalidPage, questionPage } from './pages.ts'

/**
 * The address in the List-Unsubscribe header and below each optional e-mail. A POST stops the e-mails: mail programs send it
 * by themselves (RFC 8058), and people with the button of the page. A GET only shows the page, because programs that look for
 * dangerous links open every address of an e-mail.
 */

const Query = z.object({ t: z.string().max(200).catch('') })

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The body is `List-Unsubscribe=One-Click`, as a form of either kind. It is not read. */
const BODY_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const BODY_BYTES = 4096

export const unsubscribePages: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { config, db, secrets } = services
  const limited = { code: 'rate_limited', message: funciones.demasiadasVeces }
  addAddressLimit(app, addressLimit(config.LIMIT_REQUESTS_ADDRESS), limited)
  app.addContentTypeParser(
    BODY_TYPES,
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    (_request, _body, done) => done(null),
  )

  const tokenOf = (request: FastifyRequest) => {
    const { t } = Query.parse(request.query)
    return { token: t, found: readUnsubscribeToken(secrets, t) }
  }
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .headers({
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .type('text/html')
      .send(html)

  app.get(UNSUBSCRIBE_PATH, async (request, reply) => {
    const { token, found } = tokenOf(request)
    return found ? send(reply, 200, questionPage(found, token)) : send(reply, 404, invalidPage())
  })

  app.post(UNSUBSCRIBE_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const { found } = tokenOf(request)
    if (!found) return send(reply, 404, invalidPage())
    await db.sql`select interno.dejar_correo(${found.userId}, ${found.kind})`
    return send(reply, 200, donePage(found))
  })
}
