import { expect, expectAccessible, expectDarkContrast, test } from '../support/fixtures.ts'
import { addressOf, SCREENS } from '../support/screens.ts'
import { choose, FEW } from '../support/search.ts'

/** Every screen of the route table at every width that the product promises. 240 px is a phone at 150 % zoom. */
const WIDTHS = [240, 320, 360, 768, 1280]
/** A phone at 200 % zoom. */
const NARROWEST = 180
/** The phone's and the desktop's layout. Colours are the same at the other widths, so contrast is checked at these. */
const CONTRAST = [360, 1280]

test('the screens tested here are all the screens of the route table', async ({ page }) => {
  await page.goto('/login')
  const paths = await page.evaluate<string[]>(
    `Object.values(window.__reactRouterManifest.routes)
      .filter(({ id, index, path }) => index || path !== undefined)
      .filter(({ id }) => id !== 'root')
      .map(({ path }) => path ?? '')`,
  )
  expect([...new Set(paths)].sort()).toEqual(Object.keys(SCREENS).sort())
})

for (const [route, { account, ready }] of Object.entries(SCREENS)) {
  test.describe(`the screen /${route}`, () => {
    test.use({ account: account ?? null })

    test('passes axe and cuts off no control at 240, 320, 360, 768 and 1280 px, has no horizontal scroll and a reachable menu at these widths and at 180 px, and has enough contrast in the dark scheme', async ({
      page,
      request,
    }) => {
      await choose(page, FEW)
      await page.goto(await addressOf(route, request))
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeAttached()
      const picture = (what: string) => ({
        path: `test-results/pictures/ancho-${route.replaceAll(/[^\w-]/g, '_') || 'inicio'}-${what}.jpg`,
        quality: 80,
      })
      const checked = new Set<string>()
      for (const width of [...WIDTHS, NARROWEST]) {
        await page.setViewportSize({ width, height: width < 768 ? 740 : 860 })
        await expect.poll(() => page.evaluate<number>(LOADING)).toBe(0)
        if (width !== 320) await page.screenshot(picture(String(width)))
        expect(await page.evaluate<number>(OVERFLOW), `horizontal scroll at ${width} px`).toBe(0)
        if (width !== NARROWEST) {
          expect(await page.evaluate<string[]>(CUT_OFF), `cut off at ${width} px`).toEqual([])
          // The other rules find the same where the same elements are visible.
          const visible = await page.evaluate<string>(VISIBLE)
          const contrast = CONTRAST.includes(width)
          if (contrast || !checked.has(visible)) await expectAccessible(page, ':root', { contrast })
          checked.add(visible)
        }
        if (width === 360) {
          expect(await page.evaluate<string[]>(SMALL), 'below 44 px').toEqual([])
          await expectDarkContrast(page, picture('360-dark'))
        }
        const menu = page.getByRole('button', { name: /^Abrir menú/ })
        if (account && width < 768 && !route.startsWith('reset')) {
          await expect(menu).toBeInViewport({ ratio: 1 })
        }
      }
    })
  })
}

const LOADING = `document.querySelectorAll('main .animate-pulse').length +
  [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete).length`

/** Which elements are visible and which can be scrolled, in the order of the page. */
const VISIBLE = `[...document.querySelectorAll('*')].map((element) => {
  const visible = element.checkVisibility({ visibilityProperty: true })
  const scrolls = visible && /auto|scroll/.test(getComputedStyle(element).overflow) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
  return Number(visible) + Number(scrolls)
}).join('')`

const OVERFLOW = `Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)`

/** Controls that a person can see: not the skip link, and no input that a larger label stands for. */
const CONTROLS = `[...document.querySelectorAll('a[href], button, input, textarea, select, summary')].filter(
  (control) => control.checkVisibility() && !control.matches('.skip-link') && getComputedStyle(control).opacity !== '0'
)`

const CUT_OFF = `${CONTROLS}
  .filter((control) => {
    const { left, right } = control.getBoundingClientRect()
    const hidden = control.scrollWidth - control.clientWidth
    return left < 0 || right > innerWidth || (control.matches('a, button') && hidden > 1 && getComputedStyle(control).display !== 'inline')
  })
  .map((control) => control.outerHTML.slice(0, 200))`

/** The touch target of a control is found by where a finger 21 px above and below its middle would hit. */
const SMALL = `${CONTROLS}
  .map((control) => control.closest('label') ?? control)
  .filter((control) => {
    control.scrollIntoView({ block: 'center' })
    const { left, width, top, height } = control.getBoundingClientRect()
    if (height >= 44) return false
    const [x, y] = [left + width / 2, top + height / 2]
    return [-21, 21].some((by) => !control.contains(document.elementFromPoint(x, y + by)))
  })
  .map((control) => control.outerHTML.slice(0, 200))`
