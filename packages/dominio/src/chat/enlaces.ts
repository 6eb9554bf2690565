/** Links and telephone numbers in the text of a message, which the web app makes tappable once the contact is unlocked. */

export type Trozo =
  | { tipo: 'texto'; texto: string }
  /** `href` is an http or https address. */
  | { tipo: 'enlace'; texto: string; href: string }
  /** `href` begins with `tel:`. */
  | { tipo: 'telefono'; texto: string; href: string }

/** Every repetition is of one character class with a bound or to the next space, so that the search is linear. */
const CANDIDATO = /(?:https?:\/\/|www\.)[^\s<>"“”«»]+|\+?\(?\d[\d ().-]{8,18}\d/gi
const ENLACE = /^(?:https?:|www\.)/i
/** Belongs to the sentence and not to the address. */
const FINAL = /[.,;:!?)\]}'’]+$/
const FECHA = /\d{4}-\d{2}-\d{2}/
const LETRA_O_CIFRA = /[\p{L}\d]/u

export function trozosDe(texto: string): Trozo[] {
  const trozos: Trozo[] = []
  let desde = 0
  const anadirTexto = (hasta: number) => {
    if (hasta > desde) trozos.push({ tipo: 'texto', texto: texto.slice(desde, hasta) })
  }
  for (const { 0: hallado, index } of texto.matchAll(CANDIDATO)) {
    const trozo = ENLACE.test(hallado)
      ? enlaceDe(hallado)
      : esTelefono(hallado, texto, index)
        ? telefonoDe(hallado)
        : null
    if (!trozo) continue
    anadirTexto(index)
    trozos.push(trozo)
    desde = index + trozo.texto.length
  }
  anadirTexto(texto.length)
  return trozos
}

function enlaceDe(hallado: string): Trozo | null {
  const texto = hallado.replace(FINAL, '')
  const conEsquema = /^https?:/i.test(texto) ? texto : `https://${texto}`
  try {
    const { href, hostname } = new URL(conEsquema)
    return hostname.includes('.') ? { tipo: 'enlace', texto, href } : null
  } catch {
    return null
  }
}

/** A number of Mexico has ten digits, the first of which is not 0 or 1, after an optional 52. */
const cifrasDe = (texto: string) => texto.replace(/\D/g, '').replace(/^52(?=\d{10}$)/, '')

function esTelefono(hallado: string, texto: string, index: number): boolean {
  if (FECHA.test(hallado)) return false
  const antes = texto.slice(0, index).at(-1) ?? ' '
  const despues = texto.at(index + hallado.length) ?? ' '
  if (LETRA_O_CIFRA.test(antes) || LETRA_O_CIFRA.test(despues)) return false
  return /^[2-9]\d{9}$/.test(cifrasDe(hallado))
}

const telefonoDe = (hallado: string): Trozo => ({
  tipo: 'telefono',
  texto: hallado,
  href: `tel:+52${cifrasDe(hallado)}`,
})
