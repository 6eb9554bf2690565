import { bandejaLocal } from '@maestros/dominio/avisos/textos-de-correos'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BadRequest } from '../http/errors.ts'
import { isLocalRequest } from '../http/loopback.ts'
import { mailboxDir } from '../mail/choose-mailer.ts'
import { listMails, readMail } from '../mail/local-mailbox.ts'
import type { Services } from '../services.ts'
import type { Config } from '../settings/config.ts'
import { listPage, mailPage } from './pages.ts'

/**
 * The pages of the local mailbox under the prefix /_outbox; /_outbox.json is for tests. The e-mails contain links that
 * open accounts, so the pages exist only outside production, without SMTP, and for a browser on this machine.
 */

const SHOWN = 200

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The e-mail runs no scripts and loads nothing; its links open in a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

const Query = z.object({ to: z.string().optional() })
const Params = z.object({ id: z.string() })

export const mailboxPages: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { config } = services
  const dir = mailboxDir(config)

  // A hidden page gets the same answer as an address that does not exist.
  app.addHook('onRequest', async (request, reply) => {
    if (!isOpen(config, request)) {
      reply.callNotFound()
      return reply
    }
    reply.header('referrer-policy', 'no-referrer')
  })

  app.get('.json', async (request) => {
    const query = Query.safeParse(request.query)
    if (!query.success) throw new BadRequest('invalid_query', bandejaLocal.filtroInvalido)
    const { to } = query.data
    const mails = await listMails(dir, SHOWN)
    return to === undefined ? mails : mails.filter((mail) => mail.to === to)
  })

  app.get('/', async (_request, reply) => {
    const mails = await listMails(dir, SHOWN)
    return reply.header('content-security-policy', PAGE_POLICY).type('text/html').send(listPage(mails))
  })

  app.get('/:id', async (request, reply) => {
    const mail = await readMail(dir, Params.parse(request.params).id)
    if (!mail) return reply.callNotFound()
    return reply.header('content-security-policy', PAGE_POLICY).type('text/html').send(mailPage(mail))
  })

  app.get('/:id/html', async (request, reply) => {
    const mail = await readMail(dir, Params.parse(request.params).id)
    if (!mail) return reply.callNotFound()
    return reply.header('content-security-policy', MAIL_POLICY).type('text/html').send(mail.html)
  })
}

function isOpen(config: Config, request: FastifyRequest): boolean {
  if (config.production || config.SMTP_URL) return false
  return isLocalRequest(request)
}
