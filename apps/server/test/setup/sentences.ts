import { globSync } from 'node:fs'
import { join } from 'node:path'
import { PASOS_DE_RESPUESTA } from '@maestros/dominio/perfil/tiempo-de-respuesta'

/**
 * The sentences of packages/dominio/src, which are in files named textos, as patterns. A text that is a function is called with samples of what it
 * may get; where it had a sample is a group of the pattern, and where it had a number is any number.
 */
const FOLDER = join(import.meta.dirname, '../../../../packages/dominio/src')
/** Texts, numbers with their words, and the labels of the levels, which are beside their rule because the database has them too. */
const FILES = ['**/textos{,-de-*}.ts', 'paginas/landing/*.ts', 'numeros.ts', 'resenas/reputacion.ts']
/** These are read outside of the app: e-mails, and the operator's command line. */
const ELSEWHERE = ['avisos/textos-de-correos.ts', 'operacion/textos-de-comandos.ts']

const ANY = '\u2042'
const SAMPLES: readonly unknown[] = [
  ...[ANY, 1, 2, 1204, 0, true, false, null],
  ...['buscador', 'maestro', 'nuevo', 'confianza_comprobada', 'experto'],
  ...PASOS_DE_RESPUESTA,
  ...['pendiente', 'en_revision', 'verificado', 'rechazado', 'perfil', 'ine', 'domicilio', 'curp'],
  { nombre: ANY, apellido: ANY, titulo: ANY, texto: ANY, oficio: ANY, alcaldia: ANY },
]

export async function sentencePatterns(): Promise<RegExp[]> {
  const found = new Set<string>()
  for (const file of globSync(FILES, { cwd: FOLDER, exclude: ELSEWHERE }))
    collect(await import(join(FOLDER, file)), found)
  const patterns = new Set([...found].filter(isSentence).map(patternOf))
  return [...patterns].map((pattern) => new RegExp(`^${pattern}$`))
}

/** Not the result of a sample of the wrong kind, and more than its samples. */
const isSentence = (text: string) =>
  !/\b(?:true|false|null|undefined|NaN)\b|\[object/.test(text) && /\p{L}/u.test(text)

function collect(value: unknown, found: Set<string>) {
  if (typeof value === 'string') found.add(plain(value))
  else if (typeof value === 'function') for (const result of resultsOf(value)) collect(result, found)
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collect(inner, found)
  }
}

function resultsOf(text: CallableFunction): unknown[] {
  const rest = SAMPLES.slice(0, 5)
  const calls = SAMPLES.flatMap((first) =>
    text.length < 2
      ? [[first]]
      : rest.flatMap((second) => [
          [first, second, second],
          [first, second, first],
        ]),
  )
  return calls.flatMap((args) => {
    try {
      const result: unknown = text(...args)
      return typeof result === 'function' ? [] : [result]
    } catch {
      // Not the kind of value that this text takes.
      return []
    }
  })
}

function patternOf(sentence: string): string {
  return sentence
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replaceAll(ANY, '(.+)')
    .replaceAll(/\d+(?:\\?[.,]\d+)*/g, '[\\d.,]+')
}

export const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
