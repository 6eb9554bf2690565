import { expect, type Locator, type Page } from '@playwright/test'

/** Records the addresses of files whose memory is freed. Returns what expects that those of these images are among them. */
export async function watchRevoked(page: Page, images: Locator, count: number) {
  await expect(images).toHaveCount(count)
  const addresses = await images.evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  await page.evaluate(`window.revoked = []
    const revoke = URL.revokeObjectURL
    URL.revokeObjectURL = (url) => { window.revoked.push(url); revoke.call(URL, url) }`)
  return () =>
    expect.poll(() => page.evaluate<string[]>('window.revoked')).toEqual(expect.arrayContaining(addresses))
}
