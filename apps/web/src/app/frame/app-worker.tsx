import { aplicacion } from '@maestros/dominio/textos-de-aplicacion'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { renew } from '#features/avisos/push/device.ts'
import { forgetErased } from '#features/cuenta/closed-accounts.ts'
import { ownBuild } from '#lib/device/load-code.ts'
import { logFailure } from '#lib/device/log.ts'
import { removePushSubscription } from '#lib/session/personal/remove-push-subscription.ts'
import { getSession, subscribe } from '#lib/session/session-state.ts'
import { Button } from '#ui/elements/button.tsx'
import { ask } from '#ui/toasts/toast.ts'
import { isActivated, isOpen, type Started } from '../../service-worker/messages.ts'

/** A page that stays open for days looks for a new version when it is shown again, at most this often. */
const CHECK_MS = 60 * 60_000

/**
 * Installs the service worker once somebody is signed in and the page is idle, offers a new version without ever loading
 * the page by itself, and goes to the address of a notification that was clicked.
 */
export default function AppWorker({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))

  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
    const { serviceWorker } = navigator
    const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
      if (isActivated(data) && data.build !== ownBuild()) offerUpdate()
      if (!isOpen(data)) return
      ports[0]?.postMessage('opened')
      open(data.path)
    }
    serviceWorker.addEventListener('message', onMessage)
    serviceWorker.addEventListener('controllerchange', tellStarted)
    serviceWorker.startMessages()
    const stop = keepCurrent()
    return () => {
      serviceWorker.removeEventListener('message', onMessage)
      serviceWorker.removeEventListener('controllerchange', tellStarted)
      stop()
    }
  }, [])

  useEffect(() => {
    forgetErased(userId).catch((cause: unknown) => logFailure('closed accounts', cause))
  }, [userId])

  useEffect(() => {
    renew(userId).catch((cause: unknown) => logFailure('push subscription', cause))
    // A sign-out does this by itself (lib/session/personal/personal-store.ts).
    const stop = subscribe(() => {
      if (getSession().status !== 'anonymous') return
      removePushSubscription().catch((cause: unknown) => logFailure('push subscription', cause))
    })
    return () => void stop()
  }, [userId])

  return null
}

function offerUpdate() {
  ask(
    'version-nueva',
    aplicacion.version.titulo,
    <div className="grid justify-items-start gap-3">
      <p>{aplicacion.version.texto}</p>
      <Button onClick={() => location.reload()}>{aplicacion.version.actualizar}</Button>
    </div>,
  )
}

/** Registers the worker after the page has loaded and settled, and looks for a new one from time to time. */
function keepCurrent(): () => void {
  let checked = Date.now()
  const onShown = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < CHECK_MS) return
    checked = Date.now()
    void navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined)
  }
  document.addEventListener('visibilitychange', onShown)
  const cancel = whenSettled(() => {
    register().catch((cause: unknown) => logFailure('service worker', cause))
  })
  return () => {
    cancel()
    document.removeEventListener('visibilitychange', onShown)
  }
}

async function register() {
  await navigator.serviceWorker.register('/sw.js')
  tellStarted()
}

/** Sent to every worker that takes over this page: only the one of the same build acts on it. */
function tellStarted() {
  const message: Started = { type: 'started', build: ownBuild() }
  navigator.serviceWorker.controller?.postMessage(message)
}

const SETTLE_MS = 2000

function whenSettled(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 10_000 })
      else act()
    }, SETTLE_MS)
  }
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('load', settle)
  }
}
