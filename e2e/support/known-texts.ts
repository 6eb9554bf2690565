import type { Page } from '@playwright/test'
import { plain, sentencePatterns } from '../../apps/server/test/setup/sentences.ts'
import { ACCOUNTS, expect } from './fixtures.ts'
import { FEW } from './search.ts'

/**
 * Finds texts of a screen that are neither a sentence of packages/dominio/src nor data that the server has sent. The
 * sentences themselves are Spanish except where the specification has English ones.
 */

const PATTERNS = await sentencePatterns()

export type Data = {
  strings: Set<string>
  /** Texts that were found before. They stay known, because strings are only added. */
  known: Set<string>
  pending: () => number
}

/** Collects every text that the server sends to the page, except the app's own files. */
export async function watchData(page: Page): Promise<Data> {
  // The mailbox of the privacy notice is a setting, which the server writes into the page. The onboarding and the reset screens show the
  // address of the stored session.
  const addresses = ['ayuda@maestros.example', ...Object.values(ACCOUNTS)]
  const strings = new Set<string>([FEW.alcaldia, FEW.oficio, ...addresses])
  let pending = 0
  const isCall = (url: string) => /\/(?:rest|functions|auth)\/v1\//.test(url)
  page.on('request', (request) => {
    if (isCall(request.url())) pending += 1
  })
  page.on('requestfailed', (request) => {
    if (isCall(request.url())) pending -= 1
  })
  page.on('requestfinished', async (request) => {
    if (!isCall(request.url())) return
    const body: unknown = await request
      .response()
      .then((response) => response?.json())
      .catch(() => null)
    addStrings(body, strings)
    pending -= 1
  })
  return { strings, known: new Set(), pending: () => pending }
}

function addStrings(value: unknown, strings: Set<string>) {
  if (typeof value === 'string') strings.add(plain(value))
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) addStrings(inner, strings)
}

export async function expectKnownTexts(page: Page, data: Data) {
  await expect
    .poll(
      async () =>
        data.pending() +
        (await page.evaluate<number>('document.querySelectorAll("main .animate-pulse").length')),
    )
    .toBe(0)
  await expect.poll(() => unknownTexts(page, data)).toEqual([])
}

export async function unknownTexts(page: Page, data: Data): Promise<string[]> {
  const words = new Set([...data.strings].flatMap(wordsOf))
  const known = (text: string): boolean =>
    !/\p{L}/u.test(text) ||
    DATE.test(text) ||
    isData(text, data.strings, words) ||
    PATTERNS.some((pattern) =>
      pattern
        .exec(text)
        ?.slice(1)
        .every((part) => known(plain(part))),
    ) ||
    (JOINED.test(text) && text.split(JOINED).every(known))
  const texts = (await page.evaluate<string[]>(TEXTS)).map((text) => plain(text.replace(UNREAD, '')))
  for (const text of texts) if (!data.known.has(text) && known(text)) data.known.add(text)
  return [...new Set(texts)].filter((text) => !data.known.has(text))
}

/** How screens join several texts in one label. */
const JOINED = / · |, /

/** The number of unread messages before the title of a page. */
const UNREAD = /^\(\d+\) /

const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? []

/** A text of the server, a part of it, or a short text of its words: a name is composed of several columns. */
function isData(text: string, strings: Set<string>, words: Set<string>): boolean {
  // Previews are cut, and an avatar shows initials.
  const whole = text.replace(/…$/, '')
  if (INITIALS.test(text) || [...strings].some((one) => one.includes(whole))) return true
  const own = wordsOf(text)
  return own.length <= MAX_WORDS_OF_A_NAME && own.every((word) => words.has(word))
}

const MAX_WORDS_OF_A_NAME = 5
const INITIALS = /^\p{Lu}{1,2}$/u

/** Dates and times as packages/dominio/src/fechas.ts writes them. */
const DATE =
  /^(?:(?:hoy|ayer|de|a|las|p|m|hace|menos|un|minutos?|horas?|d[ií]as?|(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\p{L}*|(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)\p{L}*)|[\d\s:.,/-])+$/iu

/** Text nodes, and attributes that are read aloud or shown in a field. */
const TEXTS = `(() => {
  const found = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode
    if (!parentElement.closest('script, style, noscript')) found.push(data)
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) found.push(element.getAttribute(name) ?? '')
  }
  return found.map((text) => text.trim()).filter((text) => text !== '')
})()`
