import type { AvisoPush } from '@maestros/contrato/avisos/aviso-push'
import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { comun } from '@maestros/dominio/textos'
import type { Open } from './messages.ts'
import { openWindows, type PushEvent, scope } from './scope.ts'

/** Shows every push: browsers end a subscription whose pushes show nothing. */
export async function show(data: PushEvent['data']) {
  const { titulo, cuerpo, grupo, ruta, en } = avisoIn(data)
  // A later message of the same chat sounds again, although it replaces the earlier notification. TypeScript does not know
  // `renotify` and `timestamp`, because Safari does not have them.
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    body: cuerpo,
    tag: grupo,
    renotify: true,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    lang: 'es-MX',
    data: { ruta },
    timestamp: en,
  }
  await scope.registration.showNotification(titulo, options)
}

function avisoIn(data: PushEvent['data']): AvisoPush {
  const unreadable = {
    titulo: comun.producto,
    cuerpo: textos.notificacion.generica,
    grupo: 'otro',
    ruta: '/',
    en: Date.now(),
  }
  try {
    const value: unknown = JSON.parse(data?.text() ?? 'null')
    return isAviso(value) ? value : unreadable
  } catch {
    return unreadable
  }
}

const isAviso = (value: unknown): value is AvisoPush =>
  typeof value === 'object' &&
  value !== null &&
  ['titulo', 'cuerpo', 'grupo', 'ruta'].every((field) => typeof Reflect.get(value, field) === 'string') &&
  typeof Reflect.get(value, 'en') === 'number'

/** Goes to the notification's address in an open window, or opens one. */
export async function follow(notification: Notification) {
  notification.close()
  const path = pathIn(notification.data)
  const windows = await openWindows()
  const at = (pathname: string) => windows.find(({ url }) => new URL(url).pathname === pathname)
  const window =
    at(path) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) return void (await scope.clients.openWindow(path))
  // A browser may refuse the focus; the address is opened nevertheless.
  await window.focus().catch(() => undefined)
  const message: Open = { type: 'open', path }
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), ANSWER_MS)
  })
  window.postMessage(message, [port2])
  // A page that has not loaded the app, such as a landing page, does not listen.
  if (!(await answered)) await scope.clients.openWindow(path)
}

const ANSWER_MS = 1500

/** Only paths of this app: a notification must never lead elsewhere. */
function pathIn(data: unknown): string {
  const path: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'ruta') : null
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
