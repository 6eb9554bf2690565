import { expect, test, vi } from 'vitest'
import { NotAPicture, preparePicture } from '#entities/picture/prepare.ts'

/** What the browser makes of a file. The canvas of a browser does not exist here. */
const made = vi.hoisted((): { blob: Blob | null } => ({ blob: null }))
vi.mock('#entities/picture/shrink-off-thread.ts', () => ({
  shrinkOffThread: async () => made.blob ?? Promise.reject(new Error('no picture')),
}))

const pathOf = (extension: string) => `fotos/1.${extension}`

test.each([
  ['IMG_1.HEIC', '', 'image/jpeg', 'fotos/1.jpg'],
  ['pared.png', 'image/png', 'image/jpeg', 'fotos/1.jpg'],
  ['pared.jpg', 'image/jpeg', 'image/webp', 'fotos/1.webp'],
])('%s is named by the type of what is uploaded', async (name, type, becomes, path) => {
  made.blob = new Blob(['small'], { type: becomes })
  expect(await preparePicture(new File(['large'], name, { type }), pathOf)).toEqual({ path, file: made.blob })
})

test('a file that cannot be read as a picture is refused as such', async () => {
  made.blob = null
  await expect(preparePicture(new File(['text'], 'a.jpg'), pathOf)).rejects.toBeInstanceOf(NotAPicture)
})
