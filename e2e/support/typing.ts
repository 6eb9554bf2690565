import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { headersOf, type Session, succeed } from './api.ts'
import { expect, field } from './conversation.ts'
import { sendVoiceNote } from './voice.ts'

/** Many texts, pictures and voice notes of one person, and what of them has arrived. A picture is named after its width. */

export const imagen = (number: number) => `[imagen ${number}]`
/** A voice note. They are not told apart. */
export const VOZ = '[nota de voz]'
const IMAGEN = /^\[imagen (\d+)\]$/

/** Types and sends these texts as fast as the page allows. */
export async function sendTexts(page: Page, texts: string[]) {
  await expect(field(page)).toBeVisible()
  await page.evaluate<void>(`(async () => {
    const field = document.querySelector('textarea.composer-field')
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
    const frame = () => new Promise((done) => setTimeout(done))
    for (const text of ${JSON.stringify(texts)}) {
      set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await frame()
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      await frame()
    }
  })()`)
}

export const preview = (page: Page) => page.getByRole('dialog', { name: 'Vista previa de imagen' })

/** The code of pictures is loaded after the conversation is shown. Without a network that is too late. */
export async function loadPictureCode(page: Page) {
  await page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Gives the page a file by the clipboard or by dragging. */
export async function give(
  page: Page,
  how: 'paste' | 'drop',
  file: { name: string; type: string; bytes: Buffer },
) {
  const { name, type, bytes } = file
  await expect(field(page)).toBeVisible()
  await page.evaluate<void>(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (one) => one.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], '${name}', { type: '${type}' }))
    const init = { bubbles: true, cancelable: true }
    const event = '${how}' === 'paste'
      ? new ClipboardEvent('paste', { ...init, clipboardData: data })
      : new DragEvent('drop', { ...init, dataTransfer: data })
    document.querySelector('textarea.composer-field').dispatchEvent(event)
  })()`)
}

export const picture = (width: number, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#285aa0' } })
    .jpeg()
    .toBuffer()

/** Sends a picture and goes on without waiting for it. */
export async function sendPicture(page: Page, number: number) {
  await give(page, 'paste', { name: 'foto.jpg', type: 'image/jpeg', bytes: await picture(number) })
  await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
  // The picture goes on in the conversation.
  await page.keyboard.press('Escape')
  await expect(preview(page)).toHaveCount(0)
}

/** Sends texts, pictures and voice notes in this order. */
export async function sendMessages(page: Page, typed: string[]) {
  for (const one of typed) {
    const number = IMAGEN.exec(one)?.[1]
    if (number) await sendPicture(page, Number(number))
    else if (one === VOZ) await sendVoiceNote(page)
    else await sendTexts(page, [one])
  }
}

type Row = { autor_id: string; tipo: string; contenido: string; ancho: number | null }

/** What the reader has got from the author in this chat, in order, as it was typed. */
export async function delivered(
  request: APIRequestContext,
  chatId: string,
  { reader, author }: { reader: Session; author: Session },
): Promise<string[]> {
  const headers = await headersOf(request, reader.access_token)
  const rows: string[] = []
  let cursor: string | null = null
  do {
    const data: object = { chat_id: chatId, ...(cursor && { cursor }) }
    const page: { messages: Row[]; cursor: string | null } = await succeed(
      request.post('/functions/v1/get-messages', { headers, data }),
    )
    const own = page.messages.filter(
      ({ autor_id, tipo }) => autor_id === author.user.id && tipo !== 'contacto',
    )
    rows.unshift(...own.map(typedOf))
    cursor = page.cursor
  } while (cursor)
  return rows
}

/** A message as it was typed. */
function typedOf({ tipo, ancho, contenido }: Row): string {
  if (tipo === 'imagen') return imagen(ancho ?? 0)
  return tipo === 'audio' ? VOZ : contenido
}

/** Everything that this origin has stored in the browser, as text: localStorage and all databases. */
export const storedText = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const found = [JSON.stringify(localStorage)]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((done) => { const open = indexedDB.open(name); open.onsuccess = () => done(open.result) })
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store).getAll()
        const rows = await new Promise((done) => { all.onsuccess = () => done(all.result) })
        found.push(...rows.map((row) => row instanceof Blob ? 'blob of ' + row.size : JSON.stringify(row)))
      }
      db.close()
    }
    return found.join('\\n')
  })()`)
