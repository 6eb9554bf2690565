import { beforeEach, expect, test } from 'vitest'
import { keepAnswer, readAnswer } from '#features/resenas/drafts.ts'
import { OTHER, signedIn, signedOut, USER } from '../setup/people.ts'

beforeEach(() => signedIn())

test('a half-written answer is kept for each review until it is published', () => {
  keepAnswer(USER, 'a', 'Gracias por')
  keepAnswer(USER, 'b', 'Fue un gusto')
  expect(JSON.parse(localStorage.getItem(`maestros-respuestas:${USER}`) ?? '')).toEqual({
    a: 'Gracias por',
    b: 'Fue un gusto',
  })
  keepAnswer(USER, 'a', '')
  expect([readAnswer(USER, 'a'), readAnswer(USER, 'b')]).toEqual(['', 'Fue un gusto'])
})

test('a half-written answer belongs to one maestro, and signing out removes it', () => {
  keepAnswer(USER, 'a', 'Gracias')
  expect(readAnswer(OTHER, 'a')).toBe('')
  signedIn(USER, true)
  signedOut()
  expect(readAnswer(USER, 'a')).toBe('')
})
