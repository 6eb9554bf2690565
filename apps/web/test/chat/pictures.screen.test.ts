import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mensaje } from '../setup/messages.ts'
import { answerUploads, odd } from '../setup/screen/answers.ts'
import { field, log, makeConversation, openConversation, toast } from '../setup/screen/conversation.ts'

/** Pictures of a conversation that cannot be sent, or that have no size. */

async function pictureOf(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}

test('a picture that cannot be sent because its author has stored too much today says when it can be sent, and is kept', async () => {
  const conversation = makeConversation()
  const message = 'Hoy ya subiste muchos archivos. Podrás subir más mañana.'
  const tooMany = { statusCode: '429', error: 'TooManyBytes', code: 'TooManyBytes', message }
  answerUploads(() => odd(400, tooMany, { 'retry-after': '3600' }))
  await openConversation(conversation)
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([await pictureOf(200, 60)], 'fuga.jpg', { type: 'image/jpeg' }))
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  const preview = page.getByRole('dialog', { name: 'Vista previa de imagen' })
  const submit = preview.getByRole('button', { name: 'Enviar imagen' })
  await submit.click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(submit).toBeVisible()
  answerUploads(({ name }) => ({ Key: name, Id: crypto.randomUUID() }))
  await submit.click()
  await expect.element(preview).not.toBeInTheDocument()
  expect(conversation.messages).toMatchObject([{ tipo: 'imagen' }])
})

test('a picture of an earlier message without a size is shown with a fixed height', async () => {
  const conversation = makeConversation()
  const address = URL.createObjectURL(await pictureOf(1600, 800))
  const { chatId: chat_id, other: autor_id } = conversation
  conversation.messages.push(
    mensaje(1, { chat_id, autor_id, tipo: 'imagen', contenido: address, miniatura: address }),
  )
  await openConversation(conversation)
  await expect.poll(() => log.getByRole('img').query()?.getBoundingClientRect().height).toBe(240)
})
