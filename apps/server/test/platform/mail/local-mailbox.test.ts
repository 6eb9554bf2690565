import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmationMail, recoveryMail } from '../../../src/platform/mail/mails.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

const Mails = z.array(
  z.object({ id: z.string(), to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
)

const about = { to: 'lupita@example.mx', nombre: 'Guadalupe', link: 'https://maestros.example/x?token=abc' }

/** fetch does not let the Host header be chosen. */
function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

const PATHS = ['/_outbox', '/_outbox/', '/_outbox.json']

describe('without SMTP, on this machine', () => {
  let app: TestApp
  let dir: string
  beforeAll(async () => {
    app = await startApp()
    dir = join(app.services.config.DATA_DIR, 'outbox')
  })
  afterAll(() => app.close())

  const mails = async (query = '') =>
    Mails.parse(await (await fetch(`${app.url}/_outbox.json${query}`)).json())

  it('an empty mailbox says that there is no e-mail', async () => {
    expect(await mails()).toEqual([])
    expect(await (await fetch(`${app.url}/_outbox`)).text()).toContain('Todavía no hay correos')
  })

  describe('with e-mails', () => {
    beforeAll(async () => {
      const { mail } = app.services
      expect(mail.delivers).toBe(false)
      await mail.send(await recoveryMail({ ...about, code: '483920', minutes: 30 }), '<1@x>')
      await mail.send(await confirmationMail({ ...about, to: '<i>otra@example.mx', code: '112233' }), '<2@x>')
    })

    it('each is a file that only its owner may read, and no draft is left', async () => {
      const names = await readdir(dir)
      expect(names).toHaveLength(2)
      expect((await stat(dir)).mode & 0o777).toBe(0o700)
      for (const name of names) {
        expect(name).toMatch(/^\d{8}T\d{9}Z-.*\.json$/)
        expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600)
      }
      const [first = ''] = names.sort()
      expect(JSON.parse(await readFile(join(dir, first), 'utf8'))).toMatchObject({ to: about.to })
    })

    it('the list shows them newest first, with addresses as text', async () => {
      const answer = await fetch(`${app.url}/_outbox`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const page = await answer.text()
      expect(page.indexOf('Confirma tu correo')).toBeLessThan(page.indexOf('Elige una contraseña nueva'))
      expect(page).toContain('&lt;i&gt;otra@example.mx')
      expect(page).not.toContain('<i>')
      expect(page).not.toContain('<script')
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        'Confirma tu correo',
        'Elige una contraseña nueva',
      ])
    })

    it('a test can ask for the e-mails of one address', async () => {
      const mine = await mails(`?to=${about.to}`)
      expect(mine).toHaveLength(1)
      expect(mine[0]?.text).toContain('483920')
    })

    it('an e-mail opens in a frame that may open links and run nothing', async () => {
      const [, mail] = await mails()
      const page = await (await fetch(`${app.url}/_outbox/${mail?.id}`)).text()
      expect(page).toContain(`src="/_outbox/${mail?.id}/html" sandbox="allow-popups`)
      expect(page).not.toMatch(/allow-scripts|allow-same-origin/)
      const framed = await fetch(`${app.url}/_outbox/${mail?.id}/html`)
      const policy = framed.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/)
      expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
      expect(await framed.text()).toBe(mail?.html)
    })

    it('e-mails keep their order when many are written at once', async () => {
      const mail = await recoveryMail({ ...about, to: 'muchas@example.mx', code: '1', minutes: 30 })
      const numbers = Array.from({ length: 20 }, (_, n) => n)
      await Promise.all(
        numbers.map((n) => app.services.mail.send({ ...mail, subject: `n.º ${n}` }, `<${n}@x>`)),
      )
      const subjects = (await mails('?to=muchas@example.mx')).map(({ subject }) => subject)
      expect(subjects).toEqual(Array.from({ length: 20 }, (_, n) => `n.º ${19 - n}`))
    })

    it('other files in the folder are ignored', async () => {
      await writeFile(join(dir, 'notas.json'), '{')
      await writeFile(join(dir, '.a-medias'), '{')
      await mkdir(join(dir, 'carpeta'), { recursive: true })
      expect((await fetch(`${app.url}/_outbox`)).status).toBe(200)
    })

    it.each(['no-existe', '..%2Fsecrets', '20260101T000000000Z-000001-00000000', '%00'])(
      'an e-mail called %s is not found',
      async (id) => {
        for (const end of ['', '/html']) {
          const { status } = await fetch(`${app.url}/_outbox/${id}${end}`)
          expect([400, 404]).toContain(status)
        }
      },
    )

    it('an invalid query is refused and is no server error', async () => {
      const { status } = await fetch(`${app.url}/_outbox.json?to=a&to=b`)
      expect(status).toBe(400)
    })
  })

  it.each(PATHS)('%s is hidden when a proxy passed the request on', async (path) => {
    for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }]) {
      expect((await ask(app.url + path, headers)).status).toBe(404)
    }
    expect((await ask(app.url + path)).status).toBe(200)
  })

  it.each(PATHS)('%s is hidden from a foreign name that points at this machine', async (path) => {
    for (const host of [
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ]) {
      expect((await ask(app.url + path, { host })).status).toBe(404)
    }
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
      expect((await ask(app.url + path, { host })).status).toBe(200)
    }
  })
})

describe('hidden', () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((face) => face && !face.internal && face.family === 'IPv4')?.address

  async function hidden(settings: Record<string, string>) {
    const app = await startApp(settings)
    try {
      const answers = await Promise.all(PATHS.map((path) => ask(app.url + path)))
      return answers.map(({ status }) => status)
    } finally {
      await app.close()
    }
  }

  it('in production', async () => {
    expect(await hidden({ NODE_ENV: 'production' })).toEqual([404, 404, 404])
  })

  it('when e-mails go out by SMTP', async () => {
    expect(await hidden({ SMTP_URL: 'smtp://127.0.0.1:9' })).toEqual([404, 404, 404])
  })

  it.skipIf(!outside)('from another address than loopback', async () => {
    const app = await startApp({ HOST: '0.0.0.0' })
    try {
      const { PORT } = app.services.config
      for (const path of PATHS) {
        // Even when it claims a loopback name.
        const headers = { host: 'localhost' }
        expect((await ask(`http://${outside}:${PORT}${path}`, headers)).status).toBe(404)
        expect((await ask(`http://127.0.0.1:${PORT}${path}`, headers)).status).toBe(200)
      }
    } finally {
      await app.close()
    }
  })
})
