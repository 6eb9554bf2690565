import type { Page } from '@playwright/test'

/** The fake camera and microphone of Chromium, which the flags in playwright.config.ts give to every page. */

/** Lets every later request of this document for the camera or microphone fail as if the browser had refused it. */
export const refuseDevices = (page: Page) =>
  page.evaluate(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))",
  )

export const viewfinder = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Takes a picture in the open viewfinder and uses it. */
export async function takePicture(page: Page, name: string) {
  await viewfinder(page, name).getByRole('button', { name: 'Tomar foto' }).click()
  await viewfinder(page, name).getByRole('button', { name: 'Usar esta foto' }).click()
}
