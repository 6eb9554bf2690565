import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Optional e-mails: who gets them, and how they are stopped. */
export const noticesMutants = [
  ...inFile(`${SRC}/mail/unsubscribe.ts`, [
    {
      it: 'accepts an unsubscribe address with any signature',
      text: 'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined',
      by: '',
      tests: ['mail/unsubscribe'],
    },
  ]),
  ...inFile(`${SRC}/mail/recipient.ts`, [
    {
      it: 'sends e-mails to suspended accounts',
      text: 'and (${evenSuspended} or p.suspendido_en is null)',
      by: 'and (${evenSuspended} or true)',
      tests: ['accounts/verification-mail'],
    },
    {
      it: 'sends optional e-mails that are not wanted',
      text: 'if (!row?.wanted) return undefined',
      by: '',
      tests: ['notices/contact-and-review-mail'],
    },
  ]),
  ...inFile(`${SRC}/mail/send.ts`, [
    {
      it: 'does not count refused mailboxes',
      text: 'if (error instanceof MailboxRefused) await sql`select interno.anotar_rebote(${mail.to})`',
      by: '',
      tests: ['mail/bounces'],
    },
  ]),
  ...inFile(`${SRC}/notices/contact-mail.ts`, [
    {
      it: 'tells a maestro about a seeker with a block',
      text: 'and not interno.par_bloqueado(a.buscador_id, a.maestro_id)`',
      by: '`',
      tests: ['notices/contact-and-review-mail'],
    },
  ]),
  ...inFile(`${SRC}/notices/unread-mail.ts`, [
    {
      it: 'sends the e-mail about unread messages to a person who is online',
      text: 'and a.debido and not a.en_linea',
      by: 'and a.debido',
      tests: ['notices/unread-mail'],
    },
  ]),
  ...inFile(`${SRC}/functions/onboarding/support/welcome.ts`, [
    {
      it: 'forces a welcome e-mail in production',
      text: "if (forced && config.production) throw error('FORBIDDEN', textos.soloFueraDeProduccion)",
      by: '',
      tests: ['functions/welcome-emails'],
    },
    {
      it: 'does not limit the welcome functions',
      text: 'if (!verdict.allowed) {',
      by: 'if (false) {',
      tests: ['functions/welcome-emails'],
    },
  ]),
]
