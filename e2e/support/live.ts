import type { Page } from '@playwright/test'

/** Resolves when this page has joined its live channel. Must be called before the page is loaded. */
export const channelJoined = (page: Page) =>
  new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve()
      }),
    ),
  )
