import type { LaunchOptions, Page } from '@playwright/test'

const ARGUMENTS = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** Chromium's arguments of playwright.config.ts, and its fake camera: test.use({ launchOptions: withFakeCamera }). */
export const withFakeCamera = async (
  { launchOptions }: { launchOptions: LaunchOptions },
  use: (options: LaunchOptions) => Promise<void>,
) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...ARGUMENTS] })

export const viewfinder = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Takes a picture in the open viewfinder and uses it. */
export async function takePicture(page: Page, name: string) {
  await viewfinder(page, name).getByRole('button', { name: 'Tomar foto' }).click()
  await viewfinder(page, name).getByRole('button', { name: 'Usar esta foto' }).click()
}
