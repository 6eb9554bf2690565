import type { LaunchOptions, Page } from '@playwright/test'

/** Chromium's arguments of playwright.config.ts, and its fake camera and microphone: test.use({ launchOptions: withFakeDevices }). */
export const withFakeDevices = withDevices('--use-fake-ui-for-media-stream')
/** The same devices, which the person does not allow the page to use. */
export const withRefusedDevices = withDevices('--use-fake-ui-for-media-stream=deny')

function withDevices(answer: string) {
  return async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => {
    const args = [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream', answer]
    await use({ ...launchOptions, args })
  }
}

export const viewfinder = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Takes a picture in the open viewfinder and uses it. */
export async function takePicture(page: Page, name: string) {
  await viewfinder(page, name).getByRole('button', { name: 'Tomar foto' }).click()
  await viewfinder(page, name).getByRole('button', { name: 'Usar esta foto' }).click()
}
