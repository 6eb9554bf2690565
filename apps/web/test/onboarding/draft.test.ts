import { expect, test } from 'vitest'
import { judge } from '../../src/entities/picture/quality.ts'
import {
  changeStep,
  type Draft,
  dropPicture,
  formOf,
  markSent,
  mergeDraft,
  pendingSteps,
  resolveStep,
  undecidedStep,
  unmarkSent,
  unsavedStep,
} from '../../src/features/onboarding/draft/merge.ts'

const typed = (text: string, from: Draft = {}) => changeStep(from, 'descripcion', text)
const saved = (valor: string, version: number) => ({ descripcion: { valor, version } })

test('an answer with the value that was sent ends the wait of its step', () => {
  const sent = markSent(typed('Hola'))
  const draft = mergeDraft(sent, saved('Hola', 1))
  expect(draft.descripcion).toEqual({ valor: 'Hola', base: 1, pendiente: false })
  expect(pendingSteps(draft)).toEqual([])
})

test('what was typed while a save was under way stays, and is sent on the new version', () => {
  const sent = markSent(typed('Hola'))
  const draft = mergeDraft(typed('Hola a todos', sent), saved('Hola', 1))
  expect(draft.descripcion).toEqual({ valor: 'Hola a todos', base: 1, pendiente: true })
  expect(pendingSteps(draft)).toEqual(['descripcion'])
})

test('a step that another device changed meanwhile waits for a decision, and neither value is lost', () => {
  const sent = markSent(typed('Mío'))
  const draft = mergeDraft(sent, saved('Del otro', 1))
  expect(draft.descripcion).toMatchObject({ valor: 'Mío', otro: { valor: 'Del otro', version: 1 } })
  expect(pendingSteps(draft)).toEqual([])
  expect(undecidedStep(draft)).toBe('descripcion')
  expect(unsavedStep(draft)).toBe('descripcion')
  expect(formOf(draft).descripcion).toBe('Mío')
  expect(resolveStep(draft, 'descripcion', 'mio').descripcion).toEqual({
    valor: 'Mío',
    base: 1,
    pendiente: true,
  })
  expect(resolveStep(draft, 'descripcion', 'otro').descripcion).toEqual({
    valor: 'Del otro',
    base: 1,
    pendiente: false,
  })
})

test('a value whose answer was lost is sent again until it is answered, and then what was typed since', () => {
  const lost = typed('Hola a todos', markSent(typed('Hola')))
  const again = markSent(lost)
  expect(again.descripcion).toMatchObject({ valor: 'Hola a todos', base: 0, enviado: 'Hola' })
  const draft = mergeDraft(again, saved('Hola', 1))
  expect(draft.descripcion).toEqual({ valor: 'Hola a todos', base: 1, pendiente: true })
  expect(markSent(draft).descripcion?.enviado).toBe('Hola a todos')
})

test('a value that the server refused is not sent again after it was corrected', () => {
  const refused = unmarkSent(markSent(typed('Mal')))
  expect(markSent(typed('Bien', refused)).descripcion?.enviado).toBe('Bien')
})

test('a step that was not changed here takes the value of the server', () => {
  const first = mergeDraft({}, { oficios: { valor: ['Plomería'], version: 1 } })
  const second = mergeDraft(first, { oficios: { valor: ['Herrería'], version: 2 } })
  expect(formOf(second).oficios).toEqual(['Herrería'])
})

test('a picture that the server no longer has is dropped, unless it is still to be sent; other steps stay', () => {
  const both = mergeDraft(typed('Hola', changeStep({}, 'ine_reverso', 'a.jpg')), {
    descripcion: { valor: 'Hola', version: 1 },
    ine_reverso: { valor: 'a.jpg', version: 1 },
  })
  const later = changeStep(both, 'selfie', 'b.jpg')
  expect(Object.keys(mergeDraft(later, {}))).toEqual(['descripcion', 'selfie'])
  expect(formOf(mergeDraft(later, {}))).toMatchObject({
    ine_reverso: '',
    selfie: 'b.jpg',
    descripcion: 'Hola',
  })
})

test('a refused picture is dropped, and one that was taken since it was sent stays', () => {
  const sent = markSent(changeStep({}, 'ine', 'a.jpg'))
  expect(dropPicture(sent, 'ine').ine).toMatchObject({ valor: '', pendiente: true })
  expect(dropPicture(changeStep(sent, 'ine', 'b.jpg'), 'ine').ine?.valor).toBe('b.jpg')
})

test('a dark and a blurred picture are told apart from a sharp one', () => {
  const [width, height] = [32, 24]
  const picture = (light: (x: number) => number) => {
    const pixels = new Uint8ClampedArray(width * height * 4)
    for (let at = 0; at < width * height; at += 1) pixels.fill(light(at % width), at * 4, at * 4 + 3)
    return judge(pixels, width, height)
  }
  expect(picture(() => 10)).toBe('oscura')
  expect(picture((x) => 120 + x)).toBe('borrosa')
  expect(picture((x) => (x % 4 < 2 ? 40 : 220))).toBeNull()
})
