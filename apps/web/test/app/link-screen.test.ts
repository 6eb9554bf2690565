import { enlaceDeCuenta as textos } from '@maestros/dominio/acceso/textos-de-enlace'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import LinkScreen from '#app/access/link-screen.tsx'
import type { LinkQuestion } from '#lib/session/links/link-question.ts'

const OWN = 'ana@ejemplo.mx'
const account = { email: 'luis@ejemplo.mx', name: null, role: null }
const answer = () => undefined

const shown = (question: LinkQuestion) => renderToStaticMarkup(createElement(LinkScreen, { question }))

describe('the question of a link', () => {
  test('names the own account only to a person who is signed in', () => {
    expect(shown({ kind: 'ask', account, own: OWN, answer })).toContain(textos.tuCuenta(OWN))
    expect(shown({ kind: 'ask', account, own: null, answer })).not.toContain(OWN)
  })

  test('that could not be opened offers to stay in the own account only to a person who is signed in', () => {
    const signedIn = shown({ kind: 'unreachable', own: OWN, answer })
    expect(signedIn).toContain(textos.seguir)
    expect(signedIn).not.toContain(textos.seguirSinCuenta)
    const visitor = shown({ kind: 'unreachable', own: null, answer })
    expect(visitor).toContain(textos.seguirSinCuenta)
    expect(visitor).not.toContain(textos.seguir)
  })
})
