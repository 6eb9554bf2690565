import { page } from 'vitest/browser'

/** Parts of screens, by the names that people read. */

export const field = (label: string) => page.getByLabelText(label)
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const heading = (name: string) => page.getByRole('heading', { name })
export const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
