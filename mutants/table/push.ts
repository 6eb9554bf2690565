import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src/push'

/** Push notifications: where they may be sent, and to whom. */
export const pushMutants = [
  ...inFile(`${SRC}/public-lookup.ts`, [
    {
      it: 'connects to private addresses',
      text: "ipaddr.process(address).range() === 'unicast'",
      by: 'true',
      tests: ['push/subscriptions'],
    },
  ]),
  ...inFile(`${SRC}/endpoint.ts`, [
    {
      it: 'accepts endpoints on other ports',
      text: "|| url.port !== ''",
      by: '',
      tests: ['push/subscriptions'],
    },
    {
      it: 'accepts endpoints with local names',
      text: '|| LOCAL_NAME.test(name)',
      by: '',
      tests: ['push/subscriptions'],
    },
  ]),
  ...inFile(`${SRC}/pending.ts`, [
    {
      it: 'sends kinds of notifications that the person has switched off',
      text: "and case n.tipo when 'contacto' then c.quiere_contacto else c.quiere_mensajes end",
      by: '',
      tests: ['push/notifications'],
    },
  ]),
  ...inFile('db/migrations/044-push.sql', [
    {
      it: 'moves a subscription to another account without its keys',
      text: '\n    where s.p256dh = excluded.p256dh and s.auth = excluded.auth;',
      by: ';',
      tests: ['push/subscriptions'],
    },
    {
      it: 'sends a push for a message that moderation kept back',
      text: '    where not n.bloqueado\n    order by n.chat_id, s.id',
      by: '    order by n.chat_id, s.id',
      tests: ['push/notifications'],
    },
  ]),
]
