import type { Role } from '@maestros/dominio/acceso/roles'
import { useEffect } from 'react'
import { prefetchCode } from '#lib/device/load-code.ts'
import { savesData, settledAndIdle } from '#ui/timing/idle.ts'

/** The screens that come next, the likeliest first: their code is downloaded while the page is idle. */
const NEXT: Record<Role | 'guest', string[]> = {
  guest: ['registro', 'recuperar-buscador', 'login', 'seleccion-delegacion', 'seleccion-oficio'],
  buscador: ['seleccion-oficio', 'resultados', 'perfil/:id', 'chats', 'chats/:id', 'ayuda', 'login'],
  maestro: [
    'chat-maestro',
    'chat-maestro/:id',
    'perfil-maestro',
    'dashboard-maestro',
    'ayuda',
    'login-maestro',
  ],
}

export default function PrefetchedScreens({ who }: { who: Role | 'guest' | null }) {
  useEffect(() => {
    if (!who || savesData()) return
    let stopped = false
    void prefetchAll(NEXT[who], () => stopped)
    return () => {
      stopped = true
    }
  }, [who])
  return null
}

/** Downloads the code of one screen at once, for a step of the person that most likely leads there. */
export async function prefetchScreen(path: string) {
  if (!savesData()) await prefetchCode(filesOf(path.slice(1)))
}

/** One screen after the other, each in an idle moment. */
async function prefetchAll(paths: string[], stopped: () => boolean) {
  await loaded()
  for (const path of paths) {
    await settledAndIdle()
    if (stopped()) return
    await prefetchCode(filesOf(path))
  }
}

function filesOf(path: string): string[] {
  const routes = window.__reactRouterManifest?.routes ?? {}
  const files: string[] = []
  let route = Object.values(routes).find((one) => one.path === path)
  while (route) {
    files.push(route.module, ...(route.imports ?? []))
    if (route.clientLoaderModule) files.push(route.clientLoaderModule)
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  }
  return [...new Set(files)]
}

const loaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })
