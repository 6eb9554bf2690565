import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startSession } from '#lib/session/session.ts'
import { startLayers } from '#ui/dialogs/layers.ts'

startLayers()

// Before React renders, so that the session is being read while the page hydrates.
void startSession()

// A preload that failed may have been loaded after all (see old-browser.tsx).
if (document.documentElement.dataset.carga === 'fallida') delete document.documentElement.dataset.carga

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
