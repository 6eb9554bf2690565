import { pause, pauseUntilOnline } from '#ui/timing/pause.ts'
import { precachedFiles } from '../../service-worker/precached.ts'

/** What React Router puts into the page about the build, as far as it is read here. */
declare global {
  interface Window {
    __reactRouterManifest?: { version?: string; routes: Record<string, ScreenFiles> }
  }
}

type ScreenFiles = {
  parentId?: string
  path?: string
  module: string
  clientLoaderModule?: string
  imports?: string[]
}

/** The version of React Router's manifest, by which a build is recognized. */
export const ownBuild = () => window.__reactRouterManifest?.version ?? ''

/**
 * Loads code after the first screen. A browser caches a failed dynamic import until the page is closed and does not send
 * that request again. So a file and everything that it imports is downloaded first, by fetch, as often as
 * needed; the import then finds all of it in the HTTP cache (docs/decisions/web-loading.md). What the service worker has stored needs
 * no download: its import cannot fail because of the network.
 */

/** How long an attempt may take, and the pauses between attempts. */
const ATTEMPT_MS = 20_000
const PAUSES_MS = [300, 1000]
/** A screen that could not be loaded is tried again this often, besides when the browser reports a network. */
const WAIT_MS = 5000

/** Matches the static imports of a built file. Dynamic ones have a parenthesis. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g

/** Downloads under way or done, each with the paths that the file imports. One that failed is removed. */
const downloads = new Map<string, Promise<string[]>>()

declare global {
  interface Window {
    /** What the files export whose code is in the page itself (vite/code-in-pages.ts), by the paths of these files. */
    codeInPage?: Record<string, unknown>
  }
}

/** The address that an import of this file requests: the page's import map names another when the code is in the page. */
const requested = (path: string) =>
  window.codeInPage?.[path] === undefined ? path : path.replace(/\.js$/, '.in-page.js')

if (typeof window !== 'undefined' && window.codeInPage === undefined) {
  // The page's own scripts are here already: this is one of them.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    downloads.set(new URL(href).pathname, Promise.resolve([]))
  }
}

/** The server answered, but not with this file: another version of the app is installed there. */
class MissingFile extends Error {}

/**
 * Called by Vite for each `import()` of the source (see vite/code-loading.ts). Several parts are requested at a time, and a
 * browser sends few requests at once: screens and data go before those that wait.
 */
export async function loadPart<T>(load: () => Promise<T>, deps: string[] = []): Promise<T> {
  const urls = deps.map((file) => `/${file}`)
  for (const ms of PAUSES_MS) {
    try {
      await downloadAll(urls, 'low')
      return await load()
    } catch (cause) {
      if (!navigator.onLine) throw cause
      await pause(ms)
    }
  }
  await downloadAll(urls, 'low')
  return load()
}

/** The screens that are being loaded. */
const screens = new Set<Promise<unknown>>()
/** True from the start on a page that contains the code of its screen. */
let firstScreenHere = typeof window !== 'undefined' && window.codeInPage !== undefined

/**
 * Called by React Router for the module of a screen. The first screen waits for the session and for its data, so these calls
 * go before its files. The files of later screens go before parts of other screens.
 */
export async function loadScreen(url: string, imports: string[]): Promise<unknown> {
  const loading = loadAndWait([url, ...imports], firstScreenHere ? 'high' : 'low')
  screens.add(loading)
  try {
    const screen = await loading
    firstScreenHere = true
    return screen
  } finally {
    screens.delete(loading)
  }
}

/** Called by React Router for the loader of a screen, which begins to read data before the screen itself is here. */
export function loadLoader(url: string): Promise<unknown> {
  return loadAndWait([url], 'high')
}

/** Waits for the screens that are being loaded: for code that is needed after them. */
export async function screensLoaded(): Promise<void> {
  while (screens.size > 0) await Promise.allSettled(screens)
}

/** Imports the first of these files. Goes on until they are here: the person can leave meanwhile. */
async function loadAndWait(urls: [string, ...string[]], priority: RequestPriority): Promise<unknown> {
  let waits = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await downloadAll(urls, priority)
        break
      } catch (cause) {
        if (cause instanceof MissingFile) throw cause
        const ms = PAUSES_MS[attempt]
        if (navigator.onLine && ms !== undefined) await pause(ms)
        else {
          if (!waits) setWaiting(1)
          waits = true
          await nextChance()
        }
      }
    }
  } finally {
    if (waits) setWaiting(-1)
  }
  return importAgain(urls[0])
}

/** The download succeeded, so this fails only without an HTTP cache. Another address makes the browser ask again. */
async function importAgain(url: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ url)
  } catch {
    return import(/* @vite-ignore */ `${url}?retry`)
  }
}

/** Downloads files and keeps them ready, without running them. Failures are ignored. */
export async function prefetchCode(urls: string[]): Promise<void> {
  const missing = urls.filter((url) => !downloads.has(url))
  await downloadAll(missing, 'low').catch(() => undefined)
  for (const href of missing) {
    // A link to a file that is missing would make the browser remember the failure.
    if (!downloads.has(href)) continue
    // Parsed and kept by the page itself, so that it is there without network and without HTTP cache.
    const link = { rel: 'modulepreload', href: requested(href) }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
}

/** Downloads files with everything that they import, directly or not. */
async function downloadAll(urls: string[], priority: RequestPriority): Promise<void> {
  const seen = new Set<string>()
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return
    seen.add(path)
    await Promise.all((await download(path, priority)).map(visit))
  }
  await Promise.all(urls.map((url) => visit(new URL(url, location.href).pathname)))
}

function download(path: string, priority: RequestPriority): Promise<string[]> {
  const known = downloads.get(path)
  if (known) return known
  const started = fetchFile(path, priority).catch((cause: unknown) => {
    downloads.delete(path)
    throw cause
  })
  downloads.set(path, started)
  return started
}

/** What the service worker has stored of this build: each file with everything that it imports statically. */
let precached: Promise<readonly string[]> | undefined

/** Returns the paths that the file imports and that are not known to be here. */
async function fetchFile(path: string, priority: RequestPriority): Promise<string[]> {
  const address = requested(path)
  precached ??= precachedFiles(ownBuild()).catch(() => [])
  if ((await precached).includes(address)) return []
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ATTEMPT_MS)
  try {
    const response = await fetch(address, { priority, signal: controller.signal })
    if (!response.ok) throw response.status === 404 ? new MissingFile(path) : new Error(`${response.status}`)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return [...(await response.text()).matchAll(STATIC_IMPORT)].map(([, name]) => `${folder}${name}`)
  } finally {
    clearTimeout(timer)
  }
}

/** How many screens wait for a network. */
let waiting = 0
const listeners = new Set<() => void>()
const pauses = new Set<AbortController>()

/** Until the browser reports a network, the person asks for another attempt, or some time has passed. */
async function nextChance(): Promise<void> {
  const controller = new AbortController()
  pauses.add(controller)
  await pauseUntilOnline(WAIT_MS, controller.signal)
  pauses.delete(controller)
}

function setWaiting(change: 1 | -1) {
  waiting += change
  for (const listener of listeners) listener()
}

/** Whether a screen waits for its code because nothing answers. */
export const isWaitingForCode = (): boolean => waiting > 0

export function onWaitingForCode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function retryCode() {
  for (const controller of pauses) controller.abort()
}
