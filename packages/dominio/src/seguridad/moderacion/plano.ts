/**
 * Normalizes a text to lower-case ASCII where possible: without accents, invisible characters and decorative
 * forms, and with the digits of every script as ASCII digits. Line breaks stay, and emoji stay as separators.
 */
export function plano(texto: string): string {
  const sinAcentos = texto
    // NFKD would turn ordinals into letters ('1º' is not '1o') and these ligatures into whole sentences.
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

/**
 * Letters of other scripts that look like Latin letters, some signs, and circled digits that NFKD does not
 * convert.
 */
export const ALIKE: Readonly<Record<string, string>> = {
  ...pairs('аеорсухіјѕтмнквһӏԁԛԝѵгп', 'aeopcyxijstmhkbhldqwvrn'),
  ...pairs('οαιρτνεηκμυωβγ', 'oaiptvenkmuwby'),
  ...pairs('օոսհց', 'onuhg'),
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ...pairs('ɑɡøłđƒ€¢©®', 'agoldfeccr'),
  ...pairs('ı×⁄∕。·∙•⊙¡', 'ix//.....!'),
  ...pairs('⚀⚁⚂⚃⚄⚅', '123456'),
  ...pairs('〇零一二三四五六七八九', '00123456789'),
  ...pairs('❶❷❸❹❺❻❼❽❾⓿', '1234567890'),
  ...pairs('➀➁➂➃➄➅➆➇➈', '123456789'),
  ...pairs('➊➋➌➍➎➏➐➑➒', '123456789'),
  ...pairs('⓵⓶⓷⓸⓹⓺⓻⓼⓽', '123456789'),
}

function pairs(from: string, to: string): Record<string, string> {
  const ours = [...to]
  return Object.fromEntries([...from].map((sign, i) => [sign, ours[i] ?? sign]))
}

const asAscii = (sign: string): string =>
  ALIKE[sign] ?? (DIGITO.test(sign) ? digitOf(sign) : (letterOf(sign) ?? sign))

const DIGITO = /\p{Nd}/u

/** Every script has its ten digits in sequence, from zero; some sequences are adjacent. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  let first = code
  while (code - first < MAX_ROW && DIGITO.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}
const MAX_ROW = 60

/** White letters in black circles and squares: rows of 26, which NFKD does not convert. */
const FILAS_DE_LETRAS = [0x1f150, 0x1f170]

function letterOf(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0
  const first = FILAS_DE_LETRAS.find((row) => code >= row && code < row + 26)
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first)
}
