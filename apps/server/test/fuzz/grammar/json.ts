import fc from 'fast-check'
import type { Piece } from '../input.ts'
import { each, type Scale, times, weigh, word } from './words.ts'

/** JSON from its grammar: deep, wide, long, repeated, in reverse order, or incomplete. */

const value: fc.Arbitrary<unknown> = fc.oneof(
  weigh(3, word),
  weigh(1, fc.jsonValue({ maxDepth: 2 })),
  weigh(1, fc.constantFrom<unknown>(null, true, 0, 1e21, [], {}, [[]], { a: { b: null } })),
)

const OPENINGS = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
  ['[null,', ']'],
] as const

const depthOf = ({ extremes }: Scale): fc.Arbitrary<number> =>
  fc.oneof(
    weigh(4, fc.integer({ min: 0, max: 60 })),
    weigh(1, fc.constantFrom(63, 64)),
    ...(extremes
      ? [weigh(4, fc.constantFrom(65, 66, 500, 1000, 2500, 5000, 7000, 10_000, 20_000, 60_000))]
      : []),
  )

const deep = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(fc.constantFrom(...OPENINGS), depthOf(scale), fc.boolean())
    .map(([[open, close], depth, closed]) => [
      { repeat: open, times: depth },
      'null',
      ...(closed || depth % 3 ? [{ repeat: close, times: depth }] : []),
    ])

const wide = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(times(scale), fc.constantFrom('"k#":#', '"a":#', '"#":[]', '"__proto__":#'))
    .map(([count, template]) => ['{', { count, template }, '}'])

/** Rows whose keys are the same in reverse order: comparing them pair by pair is quadratic. */
const opposite = (scale: Scale): fc.Arbitrary<Piece[]> =>
  times(scale).map((count) => [
    '[{',
    { count, template: '"k#":1' },
    '},{',
    { count, template: '"k#":1', reverse: true },
    '}]',
  ])

const long = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(times(scale, 1_100_000), fc.constantFrom('x', 'ñ', '\\u0041', '\\\\', '\\u0000', ' '))
    .map(([count, unit]) => ['"', { repeat: unit, times: Math.floor(count / unit.length) }, '"'])

const list = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc
    .tuple(times(scale), fc.constantFrom('#', 'null', '{"a":#}', '[#]', '"k#"'))
    .map(([count, template]) => ['[', { count, template }, ']'])

const plain = value.map((json): Piece[] => [JSON.stringify(json) ?? 'undefined'])
const BROKEN = [
  '',
  '{',
  '}',
  '{"a":1,"a":2}',
  'undefined',
  "{'a':1}",
  '[1,]',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  'NaN',
]

/** A value in any of these shapes. It is created once for each scale, because every grammar uses it. */
export const anyJson = (scale: Scale): fc.Arbitrary<Piece[]> => (scale.extremes ? ANY_EXTREME : ANY_USUAL)

const shapes = (scale: Scale): fc.Arbitrary<Piece[]> =>
  fc.oneof(
    weigh(10, plain),
    weigh(2, deep(scale)),
    weigh(1, wide(scale)),
    weigh(1, opposite(scale)),
    weigh(1, long(scale)),
    weigh(1, list(scale)),
    weigh(
      1,
      fc.constantFrom(...BROKEN).map((text): Piece[] => [text]),
    ),
  )

const ANY_USUAL = shapes({ extremes: false })
const ANY_EXTREME = shapes({ extremes: true })

/**
 * An object with these names: each absent, present or repeated, in any order, with valid values or with any
 * values.
 */
export const objectOf = (
  scale: Scale,
  fields: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Piece[]> => {
  const names = Object.keys(fields)
  const field = each(names, (name) =>
    fc
      .oneof(
        weigh(
          6,
          (fields[name] ?? word).map((one): Piece[] => [JSON.stringify(one) ?? 'null']),
        ),
        weigh(1, anyJson(scale)),
      )
      .map((pieces): Piece[] => [`${JSON.stringify(name)}:`, ...pieces]),
  )
  return fc
    .oneof(weigh(3, fitting(fields)), weigh(2, fc.array(field, { maxLength: names.length + 2 })))
    .map((list) => ['{', ...list.flatMap((one, i) => (i > 0 ? [',', ...one] : one)), '}'])
}

/** Every name once with a valid value, as a real client sends it. */
const fitting = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Piece[][]> =>
  fc
    .record(fields)
    .map((all) =>
      Object.entries(all).map(([name, one]): Piece[] => [
        `${JSON.stringify(name)}:${JSON.stringify(one) ?? 'null'}`,
      ]),
    )
