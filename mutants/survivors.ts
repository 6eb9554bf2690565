import type { Survivor } from './judge.ts'

/**
 * Mutants that no test notices, each with the reason why no test can or need notice it. The run fails for a survivor that
 * is not here, and for one that is here and was killed.
 */
export const SURVIVORS: readonly Survivor[] = [
  {
    id: 'apps/server/src/protocol/auth/input.ts: looks up tokens of any length',
    reason: 'A longer text is not found either. The check only saves the hash of at most 64 kB.',
  },
  {
    id: 'apps/server/src/protocol/auth/sessions.ts: ends the session of any person by its id',
    reason: 'The only caller passes a session that requireSignedIn has found for the same person.',
  },
  {
    id: 'apps/server/src/protocol/auth/phone-link.ts: opens a suspended account',
    reason: 'A suspension ends the sessions of the account, and its links are deleted with them.',
  },
  {
    id: 'apps/server/src/protocol/storage/uploads/body.ts: reads a body that declares too many bytes',
    reason: 'The same error follows when the bytes arrive (receive.ts). The check only saves reading them.',
  },
  {
    id: 'apps/server/src/subjects/chat/functions/send-message.ts: accepts pictures of other folders',
    reason: 'interno.enviar_mensajes refuses them too, with the same answer; its own mutant is killed.',
  },
  {
    id: 'apps/server/src/platform/objects/address.ts: accepts unsafe paths of pictures',
    reason:
      'No object has such a name, and the functions that write messages and tickets require the object.',
  },
  {
    id: 'apps/server/src/subjects/resenas/review-pages.ts: shows the surname of the author of a review',
    reason: 'nombreConInicial shortens the surname again before it is sent.',
  },
  {
    id: 'apps/server/src/subjects/avisos/pending-push.ts: sends notifications to suspended accounts',
    reason: 'A suspension ends the sessions of the account, and its subscriptions are deleted with them.',
  },
  {
    id: 'db/avisos/unread.sql: forgets the unread messages of a person who is online',
    reason:
      'The job of the e-mail finds the same and notes the chat again; its own mutant is killed. The check only saves these jobs.',
  },
  {
    id: 'db/maestro/functions.sql: does not lock while it replaces choices',
    reason:
      'interno.cerrar_totales makes two replacements wait for each other too, once the maestro has choices to replace.',
  },
  {
    id: 'apps/server/src/protocol/auth/factors.ts: tries codes beyond the limit',
    reason:
      'The limit is checked again after the code, before anything is written; its own mutant is killed. This check saves the work.',
  },
  {
    id: 'db/operacion/operators.sql: takes a link that has expired',
    reason:
      'interno.usar_acceso looks at the time again when it takes the link. This check saves the hashing of a password.',
  },
  {
    id: 'apps/server/src/protocol/auth/factors.ts: takes a challenge twice',
    reason:
      'An answered challenge is not found any more, and of two answers at once the code counts for one only.',
  },
  {
    id: 'apps/server/src/subjects/operacion/commands/acts.ts: acts for anyone',
    reason: 'interno.exigir_operador refuses the same with the same sentence; its own mutant is killed.',
  },
  {
    id: 'apps/server/src/subjects/operacion/commands/acts.ts: acts for a suspended operator',
    reason: 'interno.exigir_operador refuses the same with the same sentence; its own mutant is killed.',
  },
  {
    id: "apps/web/src/features/chat/conversation/use-live-chat.ts: takes `table === 'mensajes'` as always true",
    reason:
      'Only a live change of a message has a chat_id: the contract of the other tables has no such field.',
  },
  {
    id: 'apps/web/src/features/chat/drafts.ts: takes `respuestaA` as always true',
    reason: 'A text without a quote then stores undefined as its quote, which is read as null like none.',
  },
  {
    id: "apps/web/src/app/access/guest.tsx: takes `session.status === 'signed-in'` as always true",
    reason: 'A session of any other state has no role, and such a visitor stays on a guest screen.',
  },
  {
    id: 'apps/web/src/lib/session/query-client.ts: takes `error instanceof CallError` as always true',
    reason: 'Other errors of a page of a list have no retryAfter, so that the pause is the same.',
  },
]
