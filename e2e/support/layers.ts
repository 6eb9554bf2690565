import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const entries = (page: Page) => expect.poll(() => page.evaluate<number>('history.state?.layer ?? 0'))

/** The entry of a layer is added to the history a moment after the layer is shown (apps/web/src/ui/dialogs/layers.ts). */
export const layerAdded = (page: Page) => entries(page).toBeGreaterThan(0)

/** The entries of layers that were closed in another way than by back are removed a moment later. */
export const layersRemoved = (page: Page) => entries(page).toBe(0)
