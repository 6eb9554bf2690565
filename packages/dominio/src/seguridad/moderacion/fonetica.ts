/**
 * How a word sounds. Words that are misspelt or stretched ('sinko', 'zinco', 'cincooo') have the same form as the right one: mute h,
 * b and v, s, z and c, k and qu, y and ll, w and hu. Takes plain lower-case text; linear.
 */
export function sonido(texto: string): string {
  let form = texto
  for (const [letters, sound] of REGLAS) form = form.replace(letters, sound)
  return form
}

const REGLAS: readonly (readonly [RegExp, string])[] = [
  [/([a-z])\1{2,}/g, '$1'],
  [/sh|ch/g, 'C'],
  [/ph/g, 'f'],
  [/h/g, ''],
  [/qu(?=[ei])|q/g, 'k'],
  [/gu(?=[ei])/g, 'g'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/v/g, 'b'],
  [/w/g, 'u'],
  [/ll/g, 'y'],
  [/y(?![aeiou])/g, 'i'],
  [/C/g, 'ch'],
]

/** Without doubled letters: 'cuattro', 'feisbook'. A double r is another letter: 'cerro' is not 'cero'. */
export const sinDobles = (texto: string): string => texto.replace(/([a-qs-z])\1/g, '$1')

/** Whether two words differ by one letter: added, missing, changed or exchanged with the next one. */
export function difierenEnUna(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
