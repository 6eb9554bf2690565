import { inFile } from '../mutant.ts'

const CHAT = 'apps/web/src/features/chat'

/** Old defects of the order of events in the web app, which a simulation finds. */
export const orderMutants = [
  ...inFile(`${CHAT}/outbox/outbox.ts`, [
    {
      it: 'sends the same outbox from two tabs',
      text: 'await withTabLock(`maestros-por-enviar:${userId}`, (lost) => drain(userId, lost))',
      by: 'await drain(userId, new AbortController().signal)',
      tests: ['apps/web/test/order/order'],
    },
  ]),
  ...inFile(`${CHAT}/outbox/delivery.ts`, [
    {
      it: 'takes a message that a limit refuses out of the queue, so that later ones overtake it',
      text: 'if (!outage && !limited) return null',
      by: 'if (!outage) return null',
      tests: ['apps/web/test/order/order'],
    },
  ]),
  ...inFile(`${CHAT}/api/messages.ts`, [
    {
      it: 'marks messages as read that were not on the screen',
      text: 'const last = Math.min(unbrokenTo, seen)',
      by: 'const last = unbrokenTo',
      tests: ['apps/web/test/order/order'],
    },
  ]),
]
