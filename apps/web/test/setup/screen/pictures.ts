import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** A picture as a person chooses it from the device. */
export async function picture(name = 'foto.jpg'): Promise<File> {
  const canvas = new OffscreenCanvas(640, 480)
  canvas.getContext('2d')?.fillRect(0, 0, 320, 480)
  const type = 'image/jpeg'
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

/** Chooses a picture in a dialog, whose button would open a window of the system. */
export async function pickPicture(dialog: Locator) {
  const input = () => dialog.query()?.querySelector('input[type="file"]')
  await expect.poll(input).toBeTruthy()
  const found = input()
  if (found) await userEvent.upload(found, await picture())
}
