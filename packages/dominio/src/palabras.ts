/** The words of a text that was typed into a search field. */

/** Lower case, without accents and punctuation, in the singular. 'ñ' counts as 'n', as on a keyboard without it. */
export const palabras = (texto: string): string[] =>
  texto
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(singular)

function singular(palabra: string): string {
  if (palabra.length > 5 && /[^aeiou]es$/.test(palabra)) return palabra.slice(0, -2)
  return palabra.length > 3 && /[aeiou]s$/.test(palabra) ? palabra.slice(0, -1) : palabra
}
