import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildMail } from '../../../src/platform/mail/compile-all.ts'
import {
  buildFile,
  compileSource,
  mailNames,
  readSource,
} from '../../../src/platform/mail/compile-template.ts'
import { confirmationMail, recoveryMail, restoredMail } from '../../../src/platform/mail/mails.ts'
import { about as aboutOf, EVERY_MAIL } from './every-mail.ts'

const about = aboutOf('Guadalupe')

describe('the e-mails', () => {
  it('show a name with markup as text and never as markup', async () => {
    const { html, text } = await recoveryMail({
      ...about,
      nombre: '<b>"O\'Neill" & Cía</b>',
      code: '1',
      minutes: 30,
    })
    // The slash of `</b>` reads as an address, so this name is left out altogether.
    expect(html).not.toContain('<b>')
    expect(text).toContain('Hola:')
    const bold = await recoveryMail({ ...about, nombre: '<b>', code: '1', minutes: 30 })
    expect(bold.html).toContain('Hola, &lt;b&gt;:')
    expect(bold.text).toContain('Hola, <b>:')
  })

  it('keep a link with quotes inside its attribute', async () => {
    const { html } = await confirmationMail({ ...about, link: 'https://x.mx/"><script>', code: '1' })
    expect(html).not.toContain('<script>')
    expect(html).toContain('href="https://x.mx/&quot;&gt;&lt;script&gt;"')
  })

  it('do not replace a value that looks like a placeholder', async () => {
    const { html } = await confirmationMail({ ...about, nombre: '{{link}}', code: '1' })
    expect(html).toContain('Hola, {{link}}:')
  })

  it.each([
    ['Visita evil.example ya'],
    ['Cobra en https://evil.example'],
    ['www evil'],
    ['x@evil.example'],
    ['a'.repeat(41)],
    [' \n '],
  ])('greet without the name when it is %j', async (nombre) => {
    const { html, text } = await confirmationMail({ ...about, nombre, code: '1' })
    expect(text.startsWith('Hola:\n')).toBe(true)
    expect(html).not.toContain('evil')
  })

  it.each([['Ma. Elena'], ['José Ángel'], ['Juan3'], ["D'Artagnan"]])('greet %s by name', async (nombre) => {
    expect((await confirmationMail({ ...about, nombre, code: '1' })).text).toContain(`Hola, ${nombre}:`)
  })

  it('all have their own subject, leave nothing unfilled, and load nothing from elsewhere', async () => {
    const mails = await Promise.all(mailNames.map((name) => EVERY_MAIL[name]('Guadalupe')))
    expect(mails.map(({ subject }) => subject)).toEqual(
      mailNames.map((name) => correos[name].asunto + (name === 'ticketParaSoporte' ? ': Guadalupe' : '')),
    )
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(mailNames.length)
    for (const { html, text, replyTo } of [...mails, await restoredMail({ ...about, mensaje: undefined })]) {
      expect(html + text).not.toMatch(/\{\{|\}\}|\[\[|\]\]|undefined/)
      expect(html).toContain('lang="es-MX"')
      expect(html).not.toMatch(/<img|<script|<link|@import|url\(/i)
      expect(text).toContain(replyTo === undefined ? about.link : `mailto:${about.to}`)
    }
  })
})

describe('the build of the e-mails', () => {
  /** Writes an e-mail in a process of its own, and tells whether the compiler was loaded for it. */
  async function writeElsewhere(): Promise<{ html: string; compiled: boolean }> {
    const script = `
      import { registerHooks } from 'node:module'
      let compiled = false
      registerHooks({ resolve(name, context, next) { compiled ||= name === 'mjml'; return next(name, context) } })
      const { recoveryMail } = await import(${JSON.stringify(new URL('../../../src/platform/mail/mails.ts', import.meta.url))})
      const { html } = await recoveryMail(${JSON.stringify({ ...about, code: '483920', minutes: 30 })})
      process.stdout.write(JSON.stringify({ html, compiled }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    return z.object({ html: z.string(), compiled: z.boolean() }).parse(JSON.parse(stdout))
  }

  const file = buildFile('recuperacion')
  beforeAll(buildMail)
  afterAll(buildMail)

  it('contains what the server would compile without it', async () => {
    for (const name of mailNames) {
      const built: unknown = JSON.parse(await readFile(buildFile(name), 'utf8'))
      expect(built).toEqual(await compileSource(await readSource(name)))
    }
  })

  it('is used without loading the compiler', async () => {
    expect((await writeElsewhere()).compiled).toBe(false)
  })

  it.each([
    ['is missing', () => rm(file)],
    ['is damaged', () => writeFile(file, '{"of":')],
    ['was made of other sources', () => writeFile(file, JSON.stringify({ of: 'otra', html: 'vieja' }))],
  ])('is not needed: when it %s the same e-mail is compiled', async (_what, spoil) => {
    const { html } = await recoveryMail({ ...about, code: '483920', minutes: 30 })
    await spoil()
    expect(await writeElsewhere()).toEqual({ html, compiled: true })
    await buildMail()
  })
})
