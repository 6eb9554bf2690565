import sharp from 'sharp'
import { expect, field, messages, pathOf, test } from '../support/conversation.ts'
import { delivered, give, imagen, picture, preview, sendTexts } from '../support/typing.ts'

/** Pictures that are pasted or dropped, and kinds that not every browser reads. */

test('a picture that a person pastes or drops opens the preview and is sent, also when the preview is closed meanwhile, a dragged file is announced, and a pasted text stays a text', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.maestro, pathOf('maestro', pair.chatId))
  await expect(field(page)).toBeVisible()
  const drag = (type: string) =>
    page.evaluate<void>(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'foto.jpg', { type: 'image/jpeg' }))
      document.body.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer: data }))
    })()`)
  await drag('dragover')
  await expect(page.getByText('Suelta la imagen para enviarla')).toBeVisible()
  await drag('dragleave')
  await expect(page.getByText('Suelta la imagen para enviarla')).toHaveCount(0)
  // As a spreadsheet copies a cell: its text and a picture of it.
  const taken = await page.evaluate<boolean>(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'celda.png', { type: 'image/png' }))
    data.setData('text/plain', 'el total')
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    return !document.querySelector('textarea.composer-field').dispatchEvent(event)
  })()`)
  expect(taken).toBe(false)
  await expect(preview(page)).toHaveCount(0)

  const send = preview(page).getByRole('button', { name: 'Enviar imagen' })
  const refused = page.getByText('Solo se permiten archivos de imagen')
  for (const how of ['drop', 'paste'] as const) {
    await expect(refused).toHaveCount(0)
    await give(page, how, { name: 'lista.pdf', type: 'application/pdf', bytes: Buffer.from('x') })
    await expect(refused).toBeVisible()
    const bytes = await (how === 'drop' ? picture(200) : picture(4000, 3000))
    await give(page, how, { name: 'foto.jpg', type: 'image/jpeg', bytes })
    await send.click()
    // The second one is large: its preview is closed while it is prepared.
    if (how === 'paste') await page.keyboard.press('Escape')
    await expect(preview(page)).toHaveCount(0)
  }
  await sendTexts(page, ['así está'])
  const got = () => delivered(request, pair.chatId, { reader: pair.buscador, author: pair.maestro })
  await expect.poll(async () => (await got()).length).toBe(3)
  expect(await got()).toEqual([imagen(200), expect.stringMatching(/^\[imagen \d+\]$/), 'así está'])
})

test('an animated GIF is previewed and arrives as its first picture, and the preview says so; a HEIC picture that the browser cannot read is explained and not sent', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(field(page)).toBeVisible()
  const [width, height] = [60, 40]
  const pixels = Buffer.concat(
    ['#c00', '#0c0'].map((_, nth) => Buffer.alloc(width * height * 3, nth ? 220 : 30)),
  )
  const raw = { width, height: 2 * height, channels: 3, pageHeight: height } as const
  const bytes = await sharp(pixels, { raw }).gif().toBuffer()
  await give(page, 'paste', { name: 'baile.gif', type: 'image/gif', bytes })
  await expect(preview(page).getByText('se enviará solo su primer cuadro')).toBeVisible()
  await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
  await expect(preview(page)).toHaveCount(0)
  await expect(messages(page).getByRole('img')).toHaveAttribute('src', /storage/)
  const both = { reader: pair.maestro, author: pair.buscador }
  expect(await delivered(request, pair.chatId, both)).toEqual([imagen(width)])

  // Windows gives such a file no type.
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')
  await give(page, 'drop', { name: 'IMG_0001.HEIC', type: '', bytes: heic })
  await expect(preview(page).getByRole('alert')).toHaveText('Solo se permiten archivos de imagen')
  await expect(preview(page).getByRole('button', { name: 'Enviar imagen' })).toBeDisabled()
  await preview(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(messages(page)).toHaveCount(1)
  expect(await delivered(request, pair.chatId, both)).toHaveLength(1)
})
