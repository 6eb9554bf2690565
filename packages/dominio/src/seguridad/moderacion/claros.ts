/**
 * What is clearly not contact data: dates, hours, prices and measures. They are removed before numbers are searched. Every
 * regular expression is bounded, so that the search is linear in the length of the text. Every entry has an example in
 * packages/dominio/test/seguridad/moderacion that would be blocked without it.
 */
const NO_SIGUE = '(?![0-9]|[ ]?[.,-]?[ ]?[0-9])'
const NO_ANTES = '(?<![0-9][ .,-]?)'
const DIA = '(?:0?[1-9]|[12][0-9]|3[01])'
const MES = '(?:0?[1-9]|1[0-2])'

export const CLAROS: Readonly<Record<string, RegExp>> = {
  fechaConAno: new RegExp(
    `(?<![0-9]|[0-9][/.-])${DIA}([/.-])${MES}\\1(?:(?:19|20)[0-9]{2})(?![0-9]|[/.-][0-9])`,
    'g',
  ),
  fechaIso: new RegExp(`(?<![0-9]|[0-9][/.-])(?:19|20)[0-9]{2}-${MES}-${DIA}(?![0-9]|[/.-][0-9])`, 'g'),
  fechaCorta: new RegExp(`(?<![0-9]|[0-9]/)${DIA}/${MES}(?:/[0-9]{2})?(?![0-9]|/[0-9])`, 'g'),
  hora: /(?<![0-9]|[0-9]:)(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?![0-9]|:[0-9])/g,
  precioConSigno: new RegExp(`\\$ ?[0-9]{3,7}(?:\\.[0-9]{1,2})?${NO_SIGUE}`, 'g'),
  // Not '55,194,028.73', which is a phone number.
  precioConMiles: new RegExp(
    `${NO_ANTES}(?!\\$? ?5[56],[0-9]{3},[0-9]{3}\\.(?!00)[0-9]{2})\\$? ?[0-9]{1,3}(?:,[0-9]{3}){1,2}(?:\\.[0-9]{1,2})?${NO_SIGUE}`,
    'g',
  ),
  decimal: new RegExp(`${NO_ANTES}[0-9]{1,4}\\.[0-9]{1,2}${NO_SIGUE}`, 'g'),
  fraccion: /(?<![0-9]|[0-9]\/)[0-9]{1,2}\/(?:2|3|4|8|16|32)(?![0-9]|\/[0-9])/g,
  // '60x40', '2440 x 1220 x 15'. More than three factors are no measure, and '55x1234x5678' is a phone number.
  medida:
    /(?<![a-z0-9]|[0-9] ?x ?)(?!5[56] ?x ?[0-9]{4} ?x ?[0-9]{4}(?![0-9]))[0-9]{1,4} ?x ?[0-9]{1,4}(?: ?x ?[0-9]{1,4})?(?![0-9]| ?x ?[0-9])/g,
}

/** A sign that never joins two numbers. */
const CORTADO = '='

export function sinClaros(texto: string): string {
  let rest = texto
  for (const claro of Object.values(CLAROS)) rest = rest.replace(claro, CORTADO)
  return rest
}
