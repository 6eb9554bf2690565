import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'

/**
 * Finds visible text that comes neither from packages/dominio/src/textos nor from data. Data are the texts in the answers
 * of the server while the page is watched, and what was typed.
 */

const TEXTOS = join(import.meta.dirname, '../../packages/dominio/src/textos')

type Known = { exact: Set<string>; patterns: RegExp[] }

/** Every sentence of dominio/textos. A function becomes a pattern: its arguments stand for any text. */
export async function knownSentences(): Promise<Known> {
  const known: Known = { exact: new Set(), patterns: [] }
  for (const name of readdirSync(TEXTOS)) collect(await import(pathToFileURL(join(TEXTOS, name)).href), known)
  return known
}

const MARK = '\u0001'

function collect(value: unknown, known: Known) {
  if (typeof value === 'string') known.exact.add(plain(value))
  else if (typeof value === 'function') {
    for (const argument of [MARK, 1, 77]) {
      const made = attempt(() => value(argument, argument))
      // A function that returns its argument alone would match every text.
      if (made && /\p{L}{2}/u.test(made)) known.patterns.push(patternOf(plain(made)))
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collect(one, known)
  }
}

/** Null when the function does not take such an argument. */
function attempt(act: () => unknown): string | null {
  try {
    const made = act()
    return typeof made === 'string' ? made : null
  } catch {
    return null
  }
}

const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(MARK, '.+')
      .replace(/\d+|NaN/g, '[\\d,.]+')}$`,
  )

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Collects the texts of the server's answers. Must be called before the page is opened. */
export function watchData(page: Page): Set<string> {
  const data = new Set<string>()
  page.on('response', async (response) => {
    if (!/\/(rest|functions)\/v1\//.test(response.url())) return
    addTexts(await response.json().catch(() => null), data)
  })
  return data
}

function addTexts(value: unknown, data: Set<string>) {
  if (typeof value === 'string') data.add(plain(value))
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) addTexts(one, data)
}

/** The text of each visible element, and the attributes that are read aloud. */
const VISIBLE = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent.closest('script, style, noscript, template') || !parent.checkVisibility()) continue
    found.push(walker.currentNode.data)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    if (!element.checkVisibility()) continue
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) found.push(element.getAttribute(name) ?? '')
  }
  return [document.title, ...found]
})()`

/** A day or a time as dominio/fechas writes it. */
const DATE =
  /^(?:hoy|ayer|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)?,? ?\d{1,2} (?:de )?[a-zé]{3,10}\.?(?: (?:de )?\d{4})?)$/i

/** The visible texts that are neither known sentences nor data. */
export async function unknownTexts(page: Page, known: Known, data: Set<string>): Promise<string[]> {
  const texts = await page.evaluate<string[]>(VISIBLE)
  const isKnown = (text: string) => {
    if (!/\p{L}{2}/u.test(text) || known.exact.has(text) || data.has(text) || DATE.test(text)) return true
    if (text.endsWith('…') && [...data].some((one) => one.startsWith(text.slice(0, -1)))) return true
    return known.patterns.some((pattern) => pattern.test(text)) || isName(text, data)
  }
  // sonner adds its shortcut to the name of the region of notices.
  const shown = texts.map((text) => plain(text).replace(/ alt\+T$/, ''))
  return [...new Set(shown)].filter((text) => {
    if (isKnown(text)) return false
    // Several parts in one text: 'Plomería • Coyoacán', ', cambiar', '· también Pintura'.
    const parts = text.split(/\s*[•·|,:]\s*|\s+[–—-]\s+/).map(plain)
    return !parts.every(isKnown)
  })
}

/** Names are shown with the first name and an initial, and initials stand for a missing photo. */
function isName(text: string, data: Set<string>): boolean {
  if (/^\p{Lu}{1,2}$/u.test(text)) return true
  const [, first = ''] = /^(\p{L}+) \p{L}\.?$/u.exec(text) ?? []
  return [...data].some((one) => one === first || one.startsWith(`${first} `)) && first !== ''
}
