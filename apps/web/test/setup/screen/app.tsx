import routes, { type ScreenRoute } from 'virtual:screen-routes'
import type { Role } from '@maestros/dominio/acceso/roles'
import { type ContextType, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import {
  createBrowserRouter,
  UNSAFE_FrameworkContext as FrameworkContext,
  type RouteObject,
  ScrollRestoration,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as root from '../../../src/app/root.tsx'
import '../../../src/app/app.css'
import { hasStoredSession, STORAGE_KEY } from '#lib/client/stored-session.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { refreshSession, startSession } from '#lib/session/session.ts'
import { ANONYMOUS, LOADING, setSession } from '#lib/session/session-state.ts'
import { startLayers } from '#ui/dialogs/layers.ts'
import { answerAuth, answerTable, forgetAnswers, startAnswering, unansweredCalls } from './answers.ts'
import { arrive } from './time.ts'
import { usualAnswers } from './usual-answers.ts'

/** Shows the real routes of the app in the page of the tests, with the answers of answers.ts in the place of the server. */

let mounted: { root: Root; element: HTMLElement; end: () => void } | undefined

type RouteModule = {
  default?: RouteObject['Component']
  clientLoader?: RouteObject['loader']
  ErrorBoundary?: RouteObject['ErrorBoundary']
}

function routeOf({ id, path, index, load, children }: ScreenRoute): RouteObject {
  const lazy = async () => {
    const module: RouteModule = await load()
    return {
      ...(module.default && { Component: module.default }),
      ...(module.clientLoader && { loader: module.clientLoader }),
      ...(module.ErrorBoundary && { ErrorBoundary: module.ErrorBoundary }),
    }
  }
  if (index) return { id, index, lazy }
  return { id, ...(path !== undefined && { path }), lazy, children: children?.map(routeOf) ?? [] }
}

/** What PrefetchPageLinks reads: no screen of the tests has files that could be loaded early. */
const NO_PREFETCH: ContextType<typeof FrameworkContext> = {
  manifest: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  routeModules: {},
  future: {},
  ssr: false,
  isSpaMode: true,
  routeDiscovery: { mode: 'initial', manifestPath: '' },
}

export type Person = { id: string; role: Role; perfilCompleto?: boolean; email?: string }

/** Opens an address as a page load does: with the session of `as` stored, or with none. */
export function open(path: string, { as }: { as?: Person } = {}) {
  closeApp()
  if (as) remember(as)
  history.replaceState(null, '', path)
  readSession()
  const element = document.body.appendChild(document.createElement('div'))
  const router = createBrowserRouter([
    {
      id: 'root',
      Component: Page,
      ErrorBoundary: root.ErrorBoundary,
      HydrateFallback: root.HydrateFallback,
      children: routes.map(routeOf),
    },
  ])
  const reactRoot = createRoot(element)
  startTransition(() =>
    reactRoot.render(
      <FrameworkContext.Provider value={NO_PREFETCH}>
        <RouterProvider router={router} />
      </FrameworkContext.Provider>,
    ),
  )
  mounted = { root: reactRoot, element, end: () => router.dispose() }
  return router
}

const Page = () => (
  <>
    <root.default />
    <ScrollRestoration />
  </>
)

let isStarted = false

/** As at the start of a page. From the second time on, the client's listeners are there already and report nothing by themselves. */
function readSession() {
  setSession(LOADING)
  void startSession()
  if (isStarted && hasStoredSession()) void refreshSession()
  isStarted = true
}

/** Stores a session and answers who that is. */
function remember({ id, role, perfilCompleto = true, email = `${role}@demo.mx` }: Person) {
  const seconds = 3600
  const session = {
    access_token: id,
    refresh_token: id,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    user: {
      id,
      aud: 'authenticated',
      email,
      app_metadata: {},
      user_metadata: {},
      created_at: '',
      updated_at: '',
    },
  }
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session))
  // Another token, so that a refused one is not sent again for ever.
  answerAuth('token', () => ({ ...session, access_token: `${id}-renewed` }))
  answerTable('profiles', [{ role }])
  answerTable('maestros', [{ perfil_completo: perfilCompleto }])
}

function closeApp() {
  // A module keeps the toasts: the next test would see them.
  for (const close of document.querySelectorAll<HTMLElement>('[data-toast] > button')) close.click()
  mounted?.root.unmount()
  mounted?.end()
  mounted?.element.remove()
  mounted = undefined
}

beforeAll(() => {
  startAnswering()
  startLayers()
})

beforeEach(() => {
  // Not after a test: what its screen did last may still make a call.
  forgetAnswers()
  usualAnswers()
})

afterEach(async () => {
  vi.useRealTimers()
  closeApp()
  await page.viewport(1280, 720)
  // The history entries of dialogs that were open. They would be left in the middle of the next test.
  await expect.poll(() => Object(history.state).layer).toBeUndefined()
  localStorage.removeItem(STORAGE_KEY)
  setSession(ANONYMOUS)
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  // What the screen did last may still make a call, which must not count as one of the next test.
  await arrive()
  expect(unansweredCalls(), 'calls without an answer').toEqual([])
})
