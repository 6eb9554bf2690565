import { expect, field, messages, pathOf, say, test, unlockContact } from '../support/conversation.ts'
import { withRefusedDevices } from '../support/fake-camera.ts'
import { mic, timer } from '../support/voice.ts'

test.use({ launchOptions: withRefusedDevices })

test('without permission for the microphone a sentence says what to do, and texts can still be sent', async ({
  talk,
  open,
  request,
}) => {
  await unlockContact(request, talk)
  const page = await open(talk.buscador, pathOf('buscador', talk.chatId))
  await mic(page).click()
  await expect(
    page.getByLabel('Avisos').getByText('No tenemos permiso para usar el micrófono.'),
  ).toBeVisible()
  await expect(timer(page)).toHaveCount(0)
  await expect(field(page)).toBeVisible()
  await say(page, 'escribo entonces')
  await expect(messages(page).last()).toHaveAttribute('data-estado', /enviado|visto/)
})
