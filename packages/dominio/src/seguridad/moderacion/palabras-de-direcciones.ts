import { tabla } from './palabras-de-numeros.ts'

/** The words of e-mail addresses and links. Every entry has an example in packages/dominio/test/seguridad/moderacion. */

/** Providers of mailboxes. */
export const BUZONES = new Set(
  'gmail gmeil gemail hotmail hotmeil jotmail outlook yahoo yahu icloud protonmail proton prodigy live'.split(
    ' ',
  ),
)

/** Words that announce the account of an address. */
export const AVISAN = new Set(
  'correo mail email e-mail usuario cuenta soy como buscame escribeme escribe mandalo mandame manda :'.split(
    ' ',
  ),
)
/** Words between an account and its provider: 'juanperez, que es de gmail'. */
export const UNEN = new Set(
  'es de del en y luego con al que termina el a dominio servidor terminacion'.split(' '),
)
/** Words that are no account: 'mi gmail es nuevo', 'soy cliente de gmail'. */
export const COMUNES = new Set(
  'nuevo nueva lento gratis personal viejo mismo cliente funciona principal seguro mejor problema entonces'.split(
    ' ',
  ),
)

/** Endings with which no Spanish word begins: 'listo.me avisa' is a missing space, not a domain. */
export const TERMINACIONES = new Set(
  'mx org info biz io app co ly link site online store shop xyz dev gg club tv page website tech blog click cc tk lat bio ink mobi gle space vip'.split(
    ' ',
  ),
)
/** Endings that are also the beginning of a sentence. They count with a path behind them. */
export const CON_RUTA = new Set('me es la de to ee gl gd gy at be ru is in st us pro live top'.split(' '))
export const CONOCIDOS = new Set(
  'wa.me t.me m.me fb.me ig.me linktr.ee goo.gl is.gd rb.gy youtu.be shorturl.at'.split(' '),
)
/** After a comma instead of a dot. */
export const CON_COMA = new Set(['com', 'net', 'org', 'mx'])

/** Words that are said for a sign of an address. */
export const DICTADOS = tabla({
  '@': 'arroba aroba arrova harroba',
  '.': 'punto puntito dot pto',
  '/': 'diagonal slash',
})

/** 'puntocom', 'juanarrobagmailpuntocom' */
export const PUNTO_PEGADO = /(?<=(?<![a-z])|mail|look|yahoo|cloud)(punto|dot)(com|mx|net|org|me)(?![a-z])/g
export const ARROBA_PEGADA = /arroba(?=gmail|hotmail|outlook|yahoo|icloud)/g
/** 'punto eme equis' */
export const EME_EQUIS = /(?<=(?:punto|pto|dot|\.) ?)(?:eme|m) ?(?:equis|x)(?![a-z])/g

/** 'juan_23', 'plomero.juan': a name that only an account can have. */
export const MARCADO = /^(?=[a-z0-9_.]{4})[a-z][a-z]*(?:[0-9_]|\.[a-z0-9_])/
