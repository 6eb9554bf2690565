import { inFile } from '../mutant.ts'

const MODERACION = 'packages/dominio/src/seguridad/moderacion'

/** Checks of the moderation that the server's tests notice. packages/dominio/test/seguridad/moderacion tests each entry of its tables. */
export const moderationMutants = [
  ...inFile(`${MODERACION}/telefono.ts`, [
    {
      it: 'takes ages, years and prices that the sentence explains for a phone number',
      text: '!estanExplicados(numeros)',
      by: 'true',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'allows a number between explaining words in a text about calling',
      text: 'if (numeros.palabras.some((palabra) => LLAMAR.has(palabra))) return false',
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'allows a number of which one pair of digits is explained',
      text: 'rest.length <= 2 && ',
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'allows a number whose long parts are not explained',
      text: ' && rest.every(({ digitos }) => digitos.length <= 2)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
  ]),
  ...inFile(`${MODERACION}/mensajeria.ts`, [
    {
      it: 'allows an invitation that is beside the application',
      text: ' || isFoundThere(words, at)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'blocks an application with "me encuentras" in the next sentence',
      text: "if (!EN.test(before.join(' '))) return false",
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'allows the name of an account before the application',
      text: 'if (isBeside || isNamed)',
      by: 'if (isBeside)',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'blocks an application with "salgo" in the next sentence',
      text: "return after[0] === 'salgo' ? after.length === 1 :",
      by: 'return',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'allows an account behind "salgo"',
      text: ' || APAREZCO.has(word)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
  ]),
  ...inFile(`${MODERACION}/explicados.ts`, [
    {
      it: 'takes four digits of a phone number for a measure',
      text: 'if (digitos.length > MAX_MEDIDA) return true',
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'lets one word explain all parts of a number',
      text: ' || used.has(word)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
  ]),
]
