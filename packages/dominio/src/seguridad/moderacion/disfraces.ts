import { esNumero } from './numeros-escritos.ts'
import { conLetras } from './palabras-de-numeros.ts'

/** Removes what is written between the digits or letters of a number to hide it. Takes a plain text; linear. */
export function sinDisfraz(texto: string): string {
  return texto
    .replace(CON_SIGNOS, (word) => (esNumero(word) ? conLetras(word) : word))
    .replace(LETRAS_SUELTAS, (letters) => {
      const word = letters.replace(/[^a-z]/g, '')
      return esNumero(word) ? word : letters
    })
    .replace(PARTIDAS, (both: string, first: string, second: string) =>
      !esNumero(first) && !esNumero(second) && esNumero(first + second) ? first + second : both,
    )
    .replace(ENTRE_CIFRAS, (run) => run.replace(/[a-z]/g, ''))
}

/** 'c!nco', 'sesent@' */
const CON_SIGNOS = /(?<![a-z0-9])[a-z][a-z0-9]{0,10}[@$!|][a-z0-9@$!|]{0,10}/g
/** 'c i n c o c i n c o' */
const LETRAS_SUELTAS = /(?<![a-z0-9])[a-z](?:[ .*_-][a-z](?![a-z0-9])){2,}/g
/** 'c1n-c0' */
const PARTIDAS = /(?<![a-z0-9])([a-z0-9]{1,6})[-.·']([a-z0-9]{1,6})(?![a-z0-9])/g
/** '5-a-5-b-4-c', '5 m 5 m 4 m': a letter after each of many digits. Few of them are measures ('2 m, 3 m'). */
const ENTRE_CIFRAS = /(?<![a-z0-9])(?:[0-9]{1,2}[ .,*_-]{1,3}[a-z][ .,*_-]{1,3}){5,}[0-9]{1,2}(?![0-9])/g
