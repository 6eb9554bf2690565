import { AVISAN, BUZONES, COMUNES, UNEN } from '../../src/moderacion/correo.ts'
import { DICTADOS } from '../../src/moderacion/dictado.ts'
import { CON_COMA, CON_RUTA, CONOCIDOS, TERMINACIONES } from '../../src/moderacion/enlace.ts'
import * as mensajeria from '../../src/moderacion/mensajeria.ts'
import { ALIKE } from '../../src/moderacion/plano.ts'
import { type Examples, list, rest } from './examples.ts'

/** Examples for the tables of mails, links and accounts. */
export const ADDRESSES: Record<string, Examples> = {
  DICTADOS: {
    table: DICTADOS,
    entries: list('arroba aroba arrova harroba punto puntito dot pto diagonal slash'),
    example: (word) => {
      const sign = DICTADOS.get(word)
      if (sign === '@') return `juan ${word} taller`
      return sign === '.' ? `mitaller ${word} mx` : `mitaller.me ${word} juan`
    },
  },
  BUZONES: {
    table: BUZONES,
    entries: list(
      `gmail gmeil gemail hotmail hotmeil jotmail outlook yahoo yahu icloud protonmail proton prodigy live`,
    ),
    example: (name) => `juan @ ${name}`,
  },
  AVISAN: {
    table: AVISAN,
    entries: list(
      `correo mail email e-mail usuario cuenta soy como buscame escribeme escribe mandalo mandame manda :`,
    ),
    example: (word) => `hola ${word} es juanperez de gmail`,
  },
  UNEN: {
    table: UNEN,
    entries: list('es de del en y luego con al que termina el a dominio servidor terminacion'),
    example: (word) => `hola correo es juanperez ${word} gmail`,
  },
  COMUNES: {
    table: COMUNES,
    entries: list(
      `nuevo nueva lento gratis personal viejo mismo cliente funciona principal seguro mejor problema entonces`,
    ),
    guard: true,
    example: (word) => `mi gmail es ${word}`,
  },
  TERMINACIONES: {
    table: TERMINACIONES,
    entries: list(
      `mx org info biz io app co ly link site online store shop xyz dev gg club tv page website tech blog click cc tk`,
    ),
    example: (ending) => `mitaller.${ending}`,
  },
  CON_RUTA: {
    table: CON_RUTA,
    entries: list('me es la de to ee gl gd gy at be ru is in st us pro live top'),
    example: (ending) => `mitaller.${ending}/juan`,
  },
  CONOCIDOS: {
    table: CONOCIDOS,
    entries: list('wa.me t.me m.me fb.me ig.me linktr.ee goo.gl is.gd rb.gy youtu.be shorturl.at'),
    example: (site) => `mi enlace ${site}`,
  },
  CON_COMA: { table: CON_COMA, entries: list('com net org mx'), example: (ending) => `mitaller,${ending}` },
  APLICACIONES: {
    table: mensajeria.APLICACIONES,
    entries:
      list(`whatsapp whatsap watsapp watsap wathsapp whatssapp whats what wats whatsup whatsito wasap wasapp guasap guasapp
      wasa guats guatsap guatsapp wpp wsp instagram insta ig facebook face feis fb telegram messenger tiktok twitter snapchat
      skype linkedin`),
    example: (name) => `${name}: juanplomero`,
  },
  BUSCAME: {
    table: mensajeria.BUSCAME,
    entries: list(`buscame buscanos encuentrame encuentranos sigueme siguenos agregame agreganos aparezco`),
    example: (word) => `${word} en face`,
  },
  APAREZCO: {
    table: mensajeria.APAREZCO,
    entries: ['encuentras', 'salgo'],
    example: (word) => `${word} en face`,
  },
  'RELLENO of accounts': {
    table: mensajeria.RELLENO,
    entries: list('es mi me en de el la por al con y estoy buscas'),
    example: (word) => `insta ${word} juan_plomero`,
  },
  ANUNCIO: {
    table: mensajeria.ANUNCIO,
    entries: list('como soy usuario user cuenta perfil nombre nick id'),
    example: (word) => `insta ${word} juanplomero`,
  },
  ALIKE: {
    table: ALIKE,
    entries: [
      ...'аеорсухіјѕтмнквһӏԁԛԝѵгпοαιρτνεηκμυωβγօոսհցᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡøłđƒ€¢©®ı×⁄∕。·∙•⊙¡',
      ...'❶❷❸❹❺❻❼❽❾⓿➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    ],
    example: (sign) => {
      if (sign === '¡') return `5 c¡nco ${rest(1)}`
      return '⁄∕'.includes(sign) ? `taller:${sign}${sign}juan` : `@${sign}ab`
    },
  },
}
