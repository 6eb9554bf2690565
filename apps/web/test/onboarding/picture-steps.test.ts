import { ONBOARDING_VACIO } from '@maestros/dominio/onboarding/formulario'
import { onboarding } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SelfieStep } from '#features/onboarding/steps/picture-steps.tsx'
import { queryClient } from '#lib/session/query-client.ts'
import { USER } from '../setup/people.ts'

/** The store of the uploads cannot be read while a page is rendered to text. */
const upload = vi.hoisted(() => ({ state: 'preparando', part: 0, preview: null }))
vi.mock('#features/onboarding/pictures/uploads.ts', () => ({
  useUpload: () => upload,
  useLocalPreview: () => undefined,
}))

function shown(state: string): string {
  upload.state = state
  const step = createElement(SelfieStep, {
    userId: USER,
    form: ONBOARDING_VACIO,
    set: () => undefined,
    errorOf: () => undefined,
    mobile: true,
  })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, step))
}

test('a picture is announced as loading only while it is being prepared', () => {
  expect(shown('preparando')).toContain(onboarding.imagen.preparando)
  expect(shown('preparando')).toContain(comun.cargando)
  for (const state of ['subiendo', 'esperando', 'ocupado']) expect(shown(state)).not.toContain(comun.cargando)
})
