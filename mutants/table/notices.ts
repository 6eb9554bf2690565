import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Optional e-mails: who gets them, and how they are stopped. */
export const noticesMutants = [
  ...inFile(`${SRC}/platform/mail/unsubscribe-links.ts`, [
    {
      it: 'accepts an unsubscribe address with any signature',
      text: 'if (kind === undefined || !signerOf(secrets).isValid(`${id}.${kind}`, signed)) return undefined',
      by: 'if (kind === undefined) return undefined',
      tests: ['avisos/unsubscribe'],
    },
  ]),
  ...inFile(`${SRC}/platform/mail/recipient.ts`, [
    {
      it: 'sends e-mails to suspended accounts',
      text: 'and (${evenSuspended} or p.suspendido_en is null)',
      by: 'and (${evenSuspended} or true)',
      tests: ['verificacion/verification-mail'],
    },
    {
      it: 'sends optional e-mails that are not wanted',
      text: 'if (!row?.wanted) return undefined',
      by: '',
      tests: ['avisos/contact-and-review-mail'],
    },
  ]),
  ...inFile(`${SRC}/platform/mail/smtp.ts`, [
    {
      it: 'sends more e-mails to a mail server that does not answer',
      text: 'pauses.attempt(url, () => deliver(mail, messageId), isAnswer)',
      by: 'deliver(mail, messageId)',
      tests: ['platform/mail/smtp'],
    },
  ]),
  ...inFile(`${SRC}/platform/mail/send.ts`, [
    {
      it: 'does not count refused mailboxes',
      text: 'if (error instanceof MailboxRefused) await sql`select interno.anotar_rebote(${mail.to})`',
      by: '',
      tests: ['platform/mail/bounces'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/suspension-mail.ts`, [
    {
      it: 'tells of a suspension that was replaced',
      text: 'later.id > e.id and',
      by: 'false and',
      tests: ['operacion/operator-act-mails'],
    },
  ]),
  ...inFile(`${SRC}/subjects/contacto/contact-mail.ts`, [
    {
      it: 'tells a maestro about a seeker with a block',
      text: 'and not interno.par_bloqueado(a.buscador_id, a.maestro_id)`',
      by: '`',
      tests: ['avisos/contact-and-review-mail'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/unread-mail.ts`, [
    {
      it: 'sends the e-mail about unread messages to a person who is online',
      text: 'if (unread?.enLinea) {',
      by: 'if (false) {',
      tests: ['chat/unread-mail'],
    },
  ]),
  ...inFile('db/avisos/functions.sql', [
    {
      it: 'sends optional e-mails to a mailbox that refuses them',
      text: "veces >= 3 and ultimo_en > now() - interval '14 days'",
      by: 'false',
      tests: ['platform/mail/bounces'],
    },
    {
      it: 'sends no optional e-mail ever again to a mailbox that refused three',
      text: " and ultimo_en > now() - interval '14 days'",
      by: '',
      tests: ['platform/mail/bounces'],
    },
    {
      it: 'announces contacts of the past',
      text: "from nuevos where creado_en > now() - interval '1 hour'",
      by: 'from nuevos',
      tests: ['avisos/contact-and-review-mail'],
    },
  ]),
  ...inFile('db/avisos/unread.sql', [
    {
      it: 'announces unread messages at once',
      text: 'm.creado_en > v_desde and m.creado_en <= v_hasta and',
      by: 'm.creado_en > v_desde and',
      tests: ['chat/unread-mail'],
    },
    {
      it: 'announces blocked messages',
      text: "and not m.bloqueado and m.tipo <> 'contacto'\n",
      by: "and m.tipo <> 'contacto'\n",
      tests: ['chat/unread-mail'],
    },
    {
      it: 'announces a requested contact as an unread message',
      text: "and not m.bloqueado and m.tipo <> 'contacto'\n",
      by: 'and not m.bloqueado\n',
      tests: ['chat/unread-mail'],
    },
    {
      it: 'sends a second e-mail about a chat that was not read since the first',
      text: '\n    and (antes.hasta is null or l.leido_hasta >= antes.hasta)',
      by: '',
      tests: ['chat/unread-mail'],
    },
    {
      it: 'forgets the unread messages of a person who is online',
      text: ' and not (p.debido and p.en_linea)',
      by: '',
      tests: ['chat/unread-mail'],
    },
    {
      it: 'announces messages of a blocked chat',
      text: 'and c.bloqueado_en is null and p.suspendido_en is null',
      by: 'and p.suspendido_en is null',
      tests: ['chat/unread-mail'],
    },
    {
      it: 'announces messages of a chat with a suspended person',
      text: 'and c.pausado_en is null and c.bloqueado_en is null',
      by: 'and c.bloqueado_en is null',
      tests: ['chat/unread-mail'],
    },
  ]),
  ...inFile(`${SRC}/subjects/directorio/search-alerts.ts`, [
    {
      it: 'keeps an alert whose mailbox refuses it',
      text: 'if (error instanceof PermanentFailure) await finish()',
      by: '',
      tests: ['directorio/search-alerts'],
    },
  ]),
  ...inFile(`${SRC}/subjects/directorio/search-alert-push.ts`, [
    {
      it: 'sends the push about a search to a person who does not want it',
      text: " and interno.quiere_aviso(s.user_id, 'push_busquedas')",
      by: '',
      tests: ['directorio/search-alert-push'],
    },
    {
      it: 'sends the push about a search in the quiet hours',
      text: 'if (until !== null) {',
      by: 'if (false) {',
      tests: ['directorio/search-alert-push'],
    },
  ]),
  ...inFile(`${SRC}/platform/mail/smtp.ts`, [
    {
      it: 'counts a mail server that does not relay as a refused mailbox',
      text: "if (error.command === 'RCPT TO' && NOT_THE_MAILBOX.test(error.message)) return error",
      by: '',
      tests: ['platform/mail/bounces'],
    },
  ]),
  ...inFile(`${SRC}/subjects/onboarding/welcome.ts`, [
    {
      it: 'forces a welcome e-mail in production',
      text: "if (forced && config.production) throw error('FORBIDDEN', textos.soloFueraDeProduccion)",
      by: '',
      tests: ['onboarding/welcome-emails'],
    },
    {
      it: 'does not limit the welcome functions',
      text: 'if (!verdict.allowed) throw',
      by: 'if (false) throw',
      tests: ['onboarding/welcome-emails'],
    },
  ]),
]
