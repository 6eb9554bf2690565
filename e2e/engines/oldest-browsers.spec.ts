import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingInLayout, missingInScript, missingInStyles } from '../support/browser-features.ts'
import { expect, test } from '../support/fixtures.ts'

/** What is sent to browsers must work in Safari 16.4, Chrome 100 and Firefox 140 (README), dependencies included. */
const ASSETS = join(import.meta.dirname, '../../apps/web/build/client/assets')
const built = (ending: string) =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(ASSETS, name), 'utf8') }))

/** Newer features that are used only where the browser has them, or names that are not the browser's. */
const ACCEPTED: Record<string, string> = {
  'Error.captureStackTrace': 'react-router and zod: called only if it exists',
  '.startViewTransition()':
    'react-dom, react-router: only for view transitions, which the app does not ask for',
  '.use()': 'React.use',
  '.checkVisibility()': 'radix: called only if it exists',
  '.toSorted()': 'radix: a method of its own OrderedDict',
  '.restore()': 'TanStack Virtual: a method of its own',
  '.toBase64()': 'storage-js: a method of its own',
  '.parseCreationOptionsFromJSON()': 'auth-js: passkeys only, called only if it exists',
  '.parseRequestOptionsFromJSON()': 'auth-js: passkeys only, called only if it exists',
  'PublicKeyCredential.parseCreationOptionsFromJSON': 'auth-js: passkeys only',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'auth-js: passkeys only',
  '.hidePopover()': 'ui/dialogs/explained.tsx: has another form for browsers without it',
  '.getUserMedia()': 'of navigator.mediaDevices, which all have; the name is also that of an older method',
  '<… popover>': 'ui/dialogs/explained.tsx: has another form for browsers without it',
  '<… popoverTarget>': 'ui/dialogs/explained.tsx: has another form for browsers without it',
}

/** Only decoration: without these rules a chosen filter has no coloured border, a focused card no outline. */
const DECORATION = [':has']

test('the scan finds features that the oldest browsers lack', () => {
  const code = `Promise.withResolvers(); AbortSignal.any([]); x.toSorted(); Object.groupBy(a, b); Response.json(a);
    ({ popover: 'auto' }); y.at(-1); structuredClone(a)`
  expect(missingInScript('scan.js', code)).toEqual(
    expect.arrayContaining([
      '.toSorted()',
      '<… popover>',
      'AbortSignal.any',
      'Object.groupBy',
      'Promise.withResolvers',
      'Response.json',
    ]),
  )
  expect(missingInScript('scan.js', code).join()).not.toMatch(/\.at|structuredClone/)
  expect(missingInStyles('@media (width >= 40rem) { a:popover-open { top: 0 } }')).toEqual([
    ':popover-open',
    '@media (width >= 40rem)',
  ])
  expect(missingInLayout('.a { height: 5dvh } .b { translate: 1px }')).toHaveLength(2)
})

test('every script uses only what the oldest supported browsers have', () => {
  const scripts = built('.js')
  expect(scripts.length).toBeGreaterThan(30)
  const missing = scripts.flatMap(({ name, text }) =>
    missingInScript(name, text)
      .filter((feature) => !(feature in ACCEPTED))
      .map((feature) => `${name}: ${feature}`),
  )
  expect(missing).toEqual([])
})

test('every stylesheet uses only what the oldest supported browsers have', () => {
  const sheets = built('.css')
  expect(sheets.length).toBeGreaterThan(0)
  for (const { text } of sheets) {
    expect(missingInStyles(text).filter((feature) => !DECORATION.includes(feature))).toEqual([])
    expect(missingInLayout(text)).toEqual([])
  }
})
