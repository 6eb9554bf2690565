import { ladoDeRole } from '@maestros/dominio/acceso/roles'
import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import { Links, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { MARK_STORED_SESSION } from '#lib/client/stored-session.ts'
import { useLinkQuestion } from '#lib/session/links/link-question.ts'
import { useSession } from '#lib/session/session-state.ts'
import { EARLY_SUBMIT_SCRIPT } from '#ui/fields/early-submit.ts'
import { idleComponent, lazyComponent } from '#ui/timing/lazy-component.tsx'
import { Toaster } from '#ui/toasts/toaster.tsx'
import stylesheet from './app.css?url'
import { DEFERRED_FONT_SCRIPT, useDeferredFont } from './frame/deferred-font.ts'
import { NavigationProgress } from './frame/navigation-progress.tsx'
import { CheckedBrowser, OLD_BROWSER_SCRIPT } from './frame/old-browser.tsx'
import { CONTENT_ID, ScreenFocus, SkipLink } from './frame/screen-focus.tsx'
import { socialMeta } from './frame/social-meta.ts'
import { LoadingScreen } from './frame/waiting-for-network.tsx'

export { FailureScreen as ErrorBoundary } from './frame/failure-screen.tsx'

export const meta: MetaFunction = () => [
  { title: comun.producto },
  { name: 'description', content: comun.lema },
  ...socialMeta({ title: comun.producto, description: comun.lema }),
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // MARK_STORED_SESSION and DEFERRED_FONT_SCRIPT set attributes on <html> that were not prerendered.
    <html lang="es-MX" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fcf9f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a1613" media="(prefers-color-scheme: dark)" />
        {/* With a precedence it comes before the scripts, which would delay it on a slow connection. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href="/config.json" as="fetch" crossOrigin="anonymous" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this app that must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: MARK_STORED_SESSION }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this app that must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: DEFERRED_FONT_SCRIPT }} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this app that must run before a form is shown */}
        <script dangerouslySetInnerHTML={{ __html: EARLY_SUBMIT_SCRIPT }} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, which must run in any browser */}
        <script dangerouslySetInnerHTML={{ __html: OLD_BROWSER_SCRIPT }} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        <CheckedBrowser />
        <noscript>
          <p className="border-b border-border bg-card p-4 text-center font-semibold">{comun.sinScript}</p>
        </noscript>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export function HydrateFallback() {
  return <LoadingScreen />
}

const NavigationBar = lazyComponent(
  () => import('./frame/navigation-bar.tsx'),
  () => <div className="h-16 border-b border-border bg-card" />,
)

const PrefetchedScreens = lazyComponent(() => import('./frame/prefetched-screens.ts'))

/** After the first screen: its code is larger than that of most screens. */
const OutboxRunner = idleComponent(() => import('#features/chat/outbox/outbox-runner.tsx'))

const LinkScreen = lazyComponent(() => import('./access/link-screen.tsx'), LoadingScreen)

const AppWorker = idleComponent(() => import('./frame/app-worker.tsx'))

export default function Root() {
  useDeferredFont()
  const session = useSession()
  const linkQuestion = useLinkQuestion()
  const person = session.status === 'signed-in' ? session : null
  const side = ladoDeRole(person?.role ?? null)
  const { pathname } = useLocation()
  // A reset link signs the person in only until the password is changed, so the menu is not shown. The console has its own.
  const hasNoMenu = /^\/(?:reset-password|operacion)/.test(pathname)
  const showsMenu = !hasNoMenu && !linkQuestion
  return (
    <>
      <SkipLink />
      <NavigationProgress />
      <PrefetchedScreens who={person ? person.role : 'guest'} />
      {person?.role && side && showsMenu && (
        <NavigationBar role={person.role} side={side} userId={person.userId} />
      )}
      {person && side && showsMenu && <OutboxRunner userId={person.userId} />}
      {person && <AppWorker userId={person.userId} />}
      <div id={CONTENT_ID}>
        {/* The page of the link is for its account: it must not be used before the answer. */}
        {linkQuestion ? <LinkScreen question={linkQuestion} /> : <Outlet />}
      </div>
      <ScreenFocus />
      <Toaster label={comun.avisos} closeLabel={comun.cerrar} />
    </>
  )
}
