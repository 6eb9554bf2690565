import type { Page } from '@playwright/test'

/** Calls `listen` each time this page has joined its live channel. Must be called before the page is loaded. */
export function onChannelJoined(page: Page, listen: () => void) {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Subscribed to PostgreSQL')) listen()
    }),
  )
}

export const channelJoined = (page: Page) => new Promise<void>((resolve) => onChannelJoined(page, resolve))
