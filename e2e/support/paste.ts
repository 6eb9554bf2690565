import { expect, type Locator } from '@playwright/test'

/** Replaces the text of a field at once, as a paste does. Unlike `fill`, it respects the limit of a field. */
export async function paste(field: Locator, text: string) {
  await field.fill('')
  await field.focus()
  await field.page().keyboard.insertText(text)
  await expect(field).toHaveValue(text)
}
