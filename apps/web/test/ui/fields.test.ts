import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Field } from '#ui/fields/field.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'

/** The ids that the controls of a markup name as their descriptions, and those of its elements. */
const describedBy = (html: string) =>
  [...html.matchAll(/aria-describedby="([^"]*)"/g)].flatMap(([, ids = '']) => ids.split(' '))
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

describe('a field', () => {
  const fieldWith = (more: { error?: string; hint?: string }) =>
    renderToStaticMarkup(
      createElement(() =>
        Field({ ...more, label: 'Nombre', children: (control) => createElement('input', control) }),
      ),
    )

  test('without a hint and an error has no description', () => {
    expect(describedBy(fieldWith({}))).toEqual([])
  })

  test.each([
    [{ hint: 'Como en tu INE' }, 1],
    [{ error: 'Escribe tu nombre' }, 1],
    [{ hint: 'Como en tu INE', error: 'Escribe tu nombre' }, 2],
  ])('with %j is described by elements that are there', (more, count) => {
    const html = fieldWith(more)
    expect(describedBy(html)).toHaveLength(count)
    expect(idsIn(html)).toEqual(expect.arrayContaining(describedBy(html)))
  })
})

describe('a choice among several', () => {
  const choiceWith = (error?: string) =>
    renderToStaticMarkup(
      createElement(RadioCards<'a' | 'b'>, {
        legend: 'Motivo',
        options: ['a', 'b'],
        labels: { a: 'Uno', b: 'Otro' },
        value: null,
        onChange: () => undefined,
        error,
      }),
    )

  test('announces an error only when there is one', () => {
    expect(choiceWith()).not.toContain('role="alert"')
    expect(describedBy(choiceWith())).toEqual([])
    const html = choiceWith('Elige uno')
    expect(html).toContain('role="alert"')
    expect(idsIn(html)).toEqual(expect.arrayContaining(describedBy(html)))
  })
})
