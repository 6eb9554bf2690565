import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { makePerson } from '../support/auth-people.ts'
import { ENGINES } from '../support/engines.ts'
import { expect, PASSWORD, test } from '../support/fixtures.ts'

/** The main journey through the product in other engines than Chromium. */

const button = (name: string) => `//button[normalize-space()='${name}']`
const labelled = (name: string) => `//button[@aria-label='${name}']`
const input = (label: string) => `//input[@id=//label[contains(., '${label}')]/@for]`
const LOG = "//*[@role='log']"

for (const { name, packages, isThere, start } of ENGINES) {
  test(`${name}: sign-in, search, profile, chat with a picture, sign-out`, async ({
    request,
    baseURL,
  }, info) => {
    test.skip(!isThere(), `${packages} is not installed`)
    const { email } = await makePerson(request, 'buscador')
    const picture = info.outputPath('fuga.webp')
    const made = sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#285aa0' } })
    writeFileSync(picture, await made.webp().toBuffer())

    const engine = await start()
    try {
      await engine.open(`${baseURL}/login`)
      await engine.type(input('Correo'), email)
      await engine.type(input('Contraseña'), PASSWORD)
      await engine.click(button('Iniciar Sesión'))
      await engine.click(button('Tlalpan'))
      await engine.click(button('Continuar'))
      await engine.click(button('Plomería'))
      await engine.click(button('Buscar maestro'))
      await engine.click('(//article//h2//button | //article//h3//button)[1]')
      await engine.click("//*[@role='dialog']//a[normalize-space()='Ver perfil completo']")
      await engine.click(`//main${button('Chatear con el maestro')}`)
      await engine.type("//textarea[@placeholder='Escribe un mensaje...']", 'Buenas tardes')
      await engine.click(labelled('Enviar mensaje'))
      await engine.see(`${LOG}//*[@data-texto][contains(., 'Buenas tardes')]`)
      await engine.click(labelled('Enviar imagen'))
      await engine.upload("(//*[@role='dialog']//input[@type='file'])[last()]", picture)
      await engine.click("//*[@role='dialog']//button[normalize-space()='Enviar imagen']")
      // Sent, and not only shown while it is being sent: signing out asks about messages that wait.
      await engine.see(`${LOG}//*[@data-estado='enviado' or @data-estado='visto'][.//img]`)
      await engine.open(`${baseURL}/chats`)
      await engine.see("//main//a[contains(@href, '/chats/')][contains(., 'Plomería')]")
      await engine.click(`//nav${button('Cerrar Sesión')}`)
      await engine.see(button('Iniciar Sesión'))
      expect(info.errors).toEqual([])
    } finally {
      await engine.close()
    }
  })
}
