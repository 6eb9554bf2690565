import { tabla } from './palabras-de-numeros.ts'

/**
 * The words beside a part of a number that is told in parts. A part counts when an announcement is near it, or when the words
 * beside it have no content. Every entry has an example in packages/dominio/test/seguridad/moderacion.
 */

/** What a word says about the digits beside it. */
export const ANUNCIOS = tabla({
  telefono: 'cel celu celular tel telefono whats whatsapp wats wasap guasap lada llamame llamar marcame',
  dictado: 'luego despues enseguida resto demas medio mitad parte partes atras otros otras pegado',
  tarjeta: 'tarjeta clabe cuenta deposita depositame deposite transfiere transfiereme',
})

/** Beginnings of words that announce a part: 'empieza', 'empezando', 'para empezar'. */
export const RAICES = new Set(
  `empiez empez inici comien comenz arranc princip primer segund tercer sigue siguient segui termin acab cierr final ultim
  penultim falta digit cifra marca marqu junta agreg adelant anota anote apunt extens complet contin`.split(
    /\s+/,
  ),
)

/** Words without content of their own. */
export const RELLENO = new Set(
  `va van ok oki okey sale listo fin gracias y ya es son el los lo a de que mi te le con en al por favor porfa espera espere
  entonces ese este eso esos estos asi si no mas bueno pues jaja jajaja ahi aqui mira oye oiga digo perdon hasta dale orale
  aja eh mmm pon paso numero numeros para lleva seria serian viene vienen tiene ponle hay todo junto solo ahora ahorita ver
  toma checa exacto correcto tambien donde queda cada dejo mando doy pongo escribo`.split(/\s+/),
)

/** After a number, these words make it a share, a range or a measure: '3 de 5', '9 a 6', '2 por 3'. */
export const NO_SIGUEN = new Set(['de', 'a', 'por'])

/** 'los cuatro últimos', 'los primeros ocho': such a number counts digits and is none of them. */
export const CUENTAN = new Set(
  'primeros primeras ultimos ultimas siguientes otros otras digitos numeros'.split(' '),
)

/** 'mi número es': the number of a phone. */
export const POSESIVOS = new Set(['mi', 'el', 'un', 'este', 'ese', 'su'])

/** The longest beginning of the table. */
const MAX_RAIZ = 8
const MIN_RAIZ = 4

export function anuncioDe(palabra: string): string | undefined {
  const exact = ANUNCIOS.get(palabra)
  if (exact !== undefined) return exact
  for (let length = MIN_RAIZ; length <= Math.min(MAX_RAIZ, palabra.length); length++) {
    if (RAICES.has(palabra.slice(0, length))) return 'dictado'
  }
  return undefined
}

export const sinContenido = (palabra: string): boolean =>
  RELLENO.has(palabra) || anuncioDe(palabra) !== undefined
