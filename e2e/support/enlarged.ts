import { expect, type Page } from '@playwright/test'

/** A phone at 200 % zoom, or one whose letters have twice the size: both have as many rem in a line. */
export const NARROWEST = 180

/** Words of at most 14 letters that are on two lines: longer ones do not fit on every line. E-mail addresses are no words. */
export const BROKEN = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const broken = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!parentElement.checkVisibility() || parentElement.closest('.sr-only')) continue
    for (const { 0: word, index } of data.matchAll(/(?<![\\w@.-])\\p{L}{2,14}(?![\\w@])/gu)) {
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
})()`

/** How far the page or an open dialog can be scrolled sideways. */
const SIDEWAYS = `Math.max(...[document.documentElement, ...document.querySelectorAll('[role="dialog"]')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`

/** How much of the last text of the page, scrolled to its end, is below the fixed actions. */
const COVERED = `(() => {
  const bar = document.querySelector('[data-bottom-bar]')
  if (!bar) return 0
  scrollTo(0, document.documentElement.scrollHeight)
  const texts = [...document.querySelectorAll('main :is(p, li, h2, textarea)')].filter((one) => !bar.contains(one))
  return Math.max(0, Math.max(...texts.map((one) => one.getBoundingClientRect().bottom)) - bar.getBoundingClientRect().top)
})()`

/** How much of a form is visible below the buttons that stay at the end of its dialog. */
const BELOW_BUTTONS = `Math.max(0, ...[...document.querySelectorAll('[role="dialog"] .sticky')].map((buttons) =>
  Math.round(buttons.closest('[role="dialog"]').getBoundingClientRect().bottom - buttons.getBoundingClientRect().bottom)))`

/** Expects that a phone at 200 % shows the page with the open dialog in whole words, without scrolling sideways. */
export async function expectReadableEnlarged(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: NARROWEST, height: 740 })
  expect(await page.evaluate<string[]>(BROKEN), 'broken words').toEqual([])
  expect(await page.evaluate<number>(SIDEWAYS), 'horizontal scroll').toBeLessThanOrEqual(0)
  expect(await page.evaluate<number>(COVERED), 'text below the fixed actions').toBe(0)
  expect(await page.evaluate<number>(BELOW_BUTTONS), 'form below its buttons').toBe(0)
  if (size) await page.setViewportSize(size)
}
