import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities, error, until } from 'selenium-webdriver'

/** Debian's Firefox and WebKit, as far as a person's way through the product needs them. */

export interface Engine {
  open(url: string): Promise<void>
  click(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  upload(xpath: string, path: string): Promise<void>
  see(xpath: string): Promise<void>
  close(): Promise<void>
}

const WAIT_MS = 20_000
const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]

/** `npm test` installs what is missing, where it may (scripts/lib/test-programs.mjs). */
export const FIREFOX_ESR = {
  name: 'Firefox ESR',
  packages: 'firefox-esr',
  isThere: () => existsSync(FIREFOX),
  start: startFirefox,
}

export const ENGINES = [
  { ...FIREFOX_ESR, start: (): Promise<Engine> => startFirefox() },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver xvfb',
    isThere: () => existsSync(WEBKIT_DRIVER) && existsSync(XVFB) && miniBrowser() !== undefined,
    start: webkit,
  },
]

export interface Firefox extends Engine {
  /** The result of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
}

async function startFirefox(preferences: Record<string, unknown> = {}): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'es-MX', ...preferences },
    defaultViewport: { width: 1280, height: 860 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const find = async (xpath: string, visible = true) => {
    const found = await page.waitForSelector(`::-p-xpath(${xpath})`, { visible })
    if (!found) throw new Error(`not found: ${xpath}`)
    return found
  }
  return {
    open: async (url) => void (await page.goto(url)),
    click: async (xpath) => void (await page.locator(`::-p-xpath(${xpath})`).click()),
    type: async (xpath, text) => void (await (await find(xpath)).type(text)),
    upload: async (xpath, path) => {
      const input = await find(xpath, false)
      await (await input.toElement('input')).uploadFile(path)
    },
    see: async (xpath) => void (await find(xpath)),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  }
}

async function webkit(): Promise<Engine> {
  const display = `:${90 + Math.floor(Math.random() * 900)}`
  const screen = spawn(XVFB, [display, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  })
  const end = async () => {
    for (const child of [driver, screen]) await ended(child)
  }
  try {
    await answers(`http://127.0.0.1:${port}/status`)
    const session = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
        }),
      )
      .build()
    await session.manage().window().setRect({ width: 1280, height: 900 })
    const located = (xpath: string) => session.wait(until.elementLocated(By.xpath(xpath)), WAIT_MS)
    const visible = async (xpath: string) =>
      session.wait(until.elementIsVisible(await located(xpath)), WAIT_MS)
    /**
     * Does `act`, and does it again when the screen replaced the element in between, or was still being laid out. The
     * driver finds the element before it does anything, so nothing is done twice.
     */
    const retried = async (what: string, act: () => Promise<unknown>) => {
      const end = Date.now() + WAIT_MS
      for (;;) {
        try {
          await act()
          return
        } catch (cause) {
          const isLate = [error.StaleElementReferenceError, error.ElementNotInteractableError].some(
            (kind) => cause instanceof kind,
          )
          if (!isLate || Date.now() > end) throw new Error(`${what} failed`, { cause })
        }
      }
    }
    return {
      open: (url) => session.get(url),
      click: (xpath) =>
        retried(`A click on ${xpath}`, async () => {
          const element = await visible(xpath)
          await session.wait(until.elementIsEnabled(element), WAIT_MS)
          // The driver scrolls only as far as needed, which may be below a fixed bar.
          await session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
          await element.click()
        }),
      type: (xpath, text) =>
        retried(`Typing into ${xpath}`, async () => (await visible(xpath)).sendKeys(text)),
      upload: (xpath, path) =>
        retried(`Choosing a file for ${xpath}`, async () => (await located(xpath)).sendKeys(path)),
      see: (xpath) => retried(`Finding ${xpath}`, () => visible(xpath)),
      close: async () => {
        await session.quit().catch(() => undefined)
        await end()
      },
    }
  } catch (cause) {
    await end()
    throw cause
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function answers(url: string) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}
