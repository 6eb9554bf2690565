import { answerFor, BUILD, forgetOldestBuilds, forgetUnusedBuilds, precache } from './files.ts'
import { type Activated, isStarted } from './messages.ts'
import { follow, show } from './notifications.ts'
import { openWindows, scope } from './scope.ts'

/**
 * The service worker: it starts the app without a network and shows push notifications (docs/decisions/avisos.md). A new one is
 * used at once, which changes nothing on open pages: pages come from the network, and files of older builds stay stored.
 */

scope.addEventListener('install', (event) => event.waitUntil(precache().then(() => scope.skipWaiting())))

scope.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  await forgetOldestBuilds()
  await scope.clients.claim()
  const message: Activated = { type: 'activated', build: BUILD }
  for (const window of await openWindows()) window.postMessage(message)
}

scope.addEventListener('fetch', (event) => {
  const answer = answerFor(event)
  if (answer) event.respondWith(answer)
})

scope.addEventListener('message', (event) => {
  if (isStarted(event.data) && event.data.build === BUILD) event.waitUntil(forgetUnusedBuilds())
})

scope.addEventListener('push', (event) => event.waitUntil(show(event.data)))

scope.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)))
