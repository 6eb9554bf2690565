import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src/platform/push'

/** Push notifications: where they may be sent, and to whom. */
export const pushMutants = [
  ...inFile(`${SRC}/endpoint.ts`, [
    {
      it: 'connects to private addresses',
      text: "ipaddr.process(address).range() === 'unicast'",
      by: 'true',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'connects to a name with one public and one private address',
      text: '!addresses.every(',
      by: '!addresses.some(',
      tests: ['avisos/subscriptions'],
    },
  ]),
  ...inFile(`${SRC}/send.ts`, [
    {
      it: 'does not check the address that a name resolves to',
      text: '...(!extra && { lookup: publicLookup() }),',
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'sends more requests to a push service that does not answer',
      text: 'await pauses.attempt(url.origin, () =>',
      by: 'await ((send: () => Promise<number | undefined>) => send())(() =>',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile(`${SRC}/deliver.ts`, [
    {
      it: 'keeps a replaced notification as a failed job',
      text: 'if (await isReplaced(sql, job)) return',
      by: '',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile(`${SRC}/endpoint.ts`, [
    {
      it: 'accepts endpoints without encryption',
      text: "url.protocol !== 'https:' || ",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts endpoints with a password',
      text: " || url.username !== '' || url.password !== ''",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts addresses instead of names',
      text: "if (name.startsWith('[') || isIP(name) !== 0) return null",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts names without a dot',
      text: "!name.includes('.') || ",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts local names that end with a dot',
      text: ".replace(/\\.$/, '')",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts endpoints on other ports',
      text: "|| url.port !== ''",
      by: '',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'accepts endpoints with local names',
      text: '|| LOCAL_NAME.test(name)',
      by: '',
      tests: ['avisos/subscriptions'],
    },
  ]),
  ...inFile(`apps/server/src/subjects/avisos/chat-push.ts`, [
    {
      it: 'sends notifications in the quiet hours',
      text: 'if (until === null) return deliver(',
      by: 'if (until !== undefined) return deliver(',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile(`apps/server/src/subjects/avisos/pending-push.ts`, [
    {
      it: 'sends notifications to suspended accounts',
      text: 'join public.profiles p on p.id = s.user_id and p.suspendido_en is null',
      by: 'join public.profiles p on p.id = s.user_id',
      tests: ['avisos/notifications'],
    },
    {
      it: 'tells a seeker about a chat that is blocked',
      text: 'where c.no_leidos_buscador > 0 and num_nonnulls(c.cerrado_en, c.pausado_en, c.bloqueado_en) = 0',
      by: 'where c.no_leidos_buscador > 0',
      tests: ['avisos/notifications'],
    },
    {
      it: 'tells a maestro about a chat that is blocked',
      text: 'where c.no_leidos_maestro > 0 and num_nonnulls(c.cerrado_en, c.pausado_en, c.bloqueado_en) = 0',
      by: 'where c.no_leidos_maestro > 0',
      tests: ['avisos/notifications'],
    },
    {
      it: 'shows the text of a message to everyone',
      text: 'if (con_texto && tipo',
      by: 'if (tipo',
      tests: ['avisos/notifications'],
    },
    {
      it: 'sends kinds of notifications that the person has switched off',
      text: "and case n.tipo when 'contacto' then c.quiere_contacto else c.quiere_mensajes end",
      by: '',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile(`${SRC}/deliver.ts`, [
    {
      it: 'sends to a push service that has taken too much time',
      text: 'if (pushTime.isUsedUp(persona))',
      by: 'if (false)',
      tests: ['avisos/notifications'],
    },
    {
      it: 'does not measure the time of a push service',
      text: 'await pushTime.spend(persona, () => sendPush({ endpoint, keys }, aviso, from))',
      by: 'await sendPush({ endpoint, keys }, aviso, from)',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile('db/platform/jobs.sql', [
    {
      it: 'sends notifications before e-mails',
      text: 'max_attempts => p_intentos, priority => interno.prioridad_de_trabajo(p_nombre),',
      by: 'max_attempts => p_intentos, priority => -20,',
      tests: ['avisos/notifications'],
    },
  ]),
  ...inFile('db/avisos/push.sql', [
    {
      it: 'moves a subscription to another account without its keys',
      text: '\n    where s.p256dh = excluded.p256dh and s.auth = excluded.auth;',
      by: ';',
      tests: ['avisos/subscriptions'],
    },
    {
      it: 'sends a push for a message that moderation kept back',
      text: '    where not n.bloqueado\n    order by n.chat_id, s.id',
      by: '    order by n.chat_id, s.id',
      tests: ['avisos/notifications'],
    },
  ]),
]
