/**
 * A text as its reader hears it, in plain small ASCII letters where it can be: without accents, invisible characters
 * and fancy forms, every script's digits as ours. Line breaks stay, emoji stay as separators.
 */
export function plano(texto: string): string {
  const sinAcentos = texto
    // As ordinals they would become letters ('1º' is not '1o'), as ligatures a whole sentence each.
    .replace(/[ºª\ufdf0-\ufdff]/g, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  if (!NO_ASCII.test(sinAcentos)) return sinAcentos
  return sinAcentos
    .replace(/[\p{M}\p{Cf}\u115f\u1160]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[^\p{ASCII}]/gu, asAscii)
}
const NO_ASCII = /[^\p{ASCII}]/u

/** Letters of other scripts that look like ours, a few signs, and the circled digits that Unicode leaves alone. */
const ALIKE: Readonly<Record<string, string>> = {
  ...pairs('аеорсухіјѕтмнкв', 'aeopcyxijstmhkb'),
  ...pairs('οαιρτν', 'oaiptv'),
  ...pairs('ı×⁄∕。·∙', 'ix//...'),
  ...pairs('❶❷❸❹❺❻❼❽❾⓿', '1234567890'),
  ...pairs('➀➁➂➃➄➅➆➇➈', '123456789'),
  ...pairs('➊➋➌➍➎➏➐➑➒', '123456789'),
  ...pairs('⓵⓶⓷⓸⓹⓺⓻⓼⓽', '123456789'),
}

function pairs(from: string, to: string): Record<string, string> {
  const ours = [...to]
  return Object.fromEntries([...from].map((sign, i) => [sign, ours[i] ?? sign]))
}

const asAscii = (sign: string): string => ALIKE[sign] ?? (DIGITO.test(sign) ? digitOf(sign) : sign)
const DIGITO = /\p{Nd}/u

/** Every script has its ten digits in a row, from zero; some rows follow one another. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let first = code
  while (code - first < MAX_ROW && DIGITO.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
const MAX_ROW = 60
