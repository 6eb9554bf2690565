import { useEffect } from 'react'

/**
 * Stands in for `react-style-singleton` (see vite.config.ts): the same three functions, by an adopted
 * stylesheet instead of a <style> element, which our Content-Security-Policy refuses.
 */

export function stylesheetSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      users += 1
      if (users > 1) return
      sheet = stylesheetOf(css)
      if (sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    remove() {
      users -= 1
      if (users > 0 || !sheet) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      sheet = null
    },
  }
}

/** Null where the browser cannot construct stylesheets: then the page behind a dialog scrolls, and nothing breaks. */
function stylesheetOf(css: string): CSSStyleSheet | null {
  if (!('replaceSync' in CSSStyleSheet.prototype)) return null
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton()
  return function useStyle(styles: string, dynamic?: boolean) {
    // Only dynamic styles follow a change; the others stay as their first user wrote them.
    const tracked = dynamic ? styles : undefined
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    useEffect(() => {
      sheet.add(styles)
      return () => sheet.remove()
    }, [tracked])
  }
}

export function styleSingleton() {
  const useStyle = styleHookSingleton()
  return function Style({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic)
    return null
  }
}
