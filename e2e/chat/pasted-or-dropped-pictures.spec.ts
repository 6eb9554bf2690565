import sharp from 'sharp'
import { expect, field, messages, pathOf, test, written } from '../support/conversation.ts'
import { NARROWEST } from '../support/enlarged.ts'
import { delivered, give, imagen, picture, preview } from '../support/typing.ts'

/** Pictures that are pasted or dropped, kinds that not every browser reads, and line breaks on a phone. */

for (const how of ['paste', 'drop'] as const) {
  test(`a picture that a person gives by ${how} opens the preview and is sent`, async ({
    pair,
    open,
    request,
  }) => {
    const page = await open(pair.maestro, pathOf('maestro', pair.chatId))
    await expect(field(page)).toBeVisible()
    await give(page, how, { name: 'lista.pdf', type: 'application/pdf', bytes: Buffer.from('x') })
    await expect(page.getByText('Solo se permiten archivos de imagen')).toBeVisible()
    await give(page, how, { name: 'foto.jpg', type: 'image/jpeg', bytes: await picture(200) })
    await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
    await expect(preview(page)).toHaveCount(0)
    expect(await delivered(request, pair.chatId, { reader: pair.buscador, author: pair.maestro })).toEqual([
      imagen(200),
    ])
  })
}

test('a dragged file is announced over the conversation, and a pasted text stays a text', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(field(page)).toBeVisible()
  const drag = (type: string) =>
    page.evaluate<void>(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'foto.jpg', { type: 'image/jpeg' }))
      document.body.dispatchEvent(new DragEvent('${type}', { bubbles: true, cancelable: true, dataTransfer: data }))
    })()`)
  await drag('dragover')
  await expect(page.getByText('Suelta la imagen para enviarla')).toBeVisible()
  await page.screenshot({ path: 'test-results/pictures/soltar-imagen.jpg', quality: 85 })
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
})

test('an animated GIF is previewed and arrives as its first picture, and the preview says so', async ({
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
  await page.screenshot({ path: 'test-results/pictures/gif-animado.jpg', quality: 85 })
  await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
  await expect(preview(page)).toHaveCount(0)
  await expect(messages(page).getByRole('img')).toHaveAttribute('src', /storage/)
  const both = { reader: pair.maestro, author: pair.buscador }
  expect(await delivered(request, pair.chatId, both)).toEqual([imagen(width)])
})

test('a HEIC picture that the browser cannot read is explained and not sent', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(field(page)).toBeVisible()
  // Windows gives such a file no type.
  const bytes = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')
  await give(page, 'drop', { name: 'IMG_0001.HEIC', type: '', bytes })
  await expect(preview(page).getByRole('alert')).toHaveText('Solo se permiten archivos de imagen')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test-results/pictures/heic-360.jpg', quality: 85 })
  await expect(preview(page).getByRole('button', { name: 'Enviar imagen' })).toBeDisabled()
  await preview(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(messages(page)).toHaveCount(0)
  expect(await written(request, pair.maestro, pair.chatId)).toEqual([])
})

test('a touch keyboard, which has no Shift, gets a button that breaks the line', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
  const devtools = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.reload()
  const lineBreak = page.getByRole('button', { name: 'Insertar salto de línea' })
  await expect(page.getByRole('button', { name: 'Enviar video' })).toBeVisible()
  await expect(lineBreak).toHaveCount(0)
  await field(page).fill('La fuga está en el baño')
  await lineBreak.click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('y gotea')
  const box = await lineBreak.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(44)
  await page.screenshot({ path: 'test-results/pictures/salto-de-linea-360.jpg', quality: 85 })
  // On a phone at 200 % the text gets the space of the picture button.
  await page.setViewportSize({ width: NARROWEST, height: 370 })
  expect((await field(page).boundingBox())?.width).toBeGreaterThanOrEqual(80)
  await expect(lineBreak).toBeVisible()
  await field(page).press('Enter')
  await expect(messages(page)).toHaveAttribute('data-estado', 'enviado')
  expect(await written(request, pair.maestro, pair.chatId)).toEqual(['La fuga está en el baño\ny gotea'])
})
