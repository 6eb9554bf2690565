import { useEffect } from 'react'
import { getClient } from '#lib/client/client.ts'
import { idle, settledAndIdle } from '#ui/timing/idle.ts'

/**
 * On the first visit the font is loaded after the page is live, and on a sign-in page after what a sign-in needs: on a slow
 * connection its 20 kB would delay the scripts by almost half a second. Until then its fallback is shown, which has the same
 * metrics (app.css), though some lines of a long list may break elsewhere. On later visits the font is in the browser's
 * cache and is used from the first paint on.
 */
const SEEN = 'maestros-fuente'
const FONT = '1em "Figtree Variable"'

/** Runs in <head>. The stylesheet uses only the fallback while <html> has the attribute. */
export const DEFERRED_FONT_SCRIPT = import.meta.env.SSR
  ? `try{localStorage.getItem('${SEEN}')||(document.documentElement.dataset.fuente='despues')}catch{}`
  : ''

export function useDeferredFont() {
  useEffect(() => {
    const load = async () => {
      if (window.codeInPage && document.documentElement.dataset.fuente) await afterSignInCode()
      delete document.documentElement.dataset.fuente
      await document.fonts.load(FONT)
      remember()
    }
    load().catch(() => undefined)
  }, [])
}

/** The client is the last file that a sign-in needs. */
async function afterSignInCode() {
  await idle()
  await getClient().catch(() => null)
  await settledAndIdle()
}

function remember() {
  try {
    localStorage.setItem(SEEN, '1')
  } catch {
    // Storage is forbidden: every visit is like the first one.
  }
}
