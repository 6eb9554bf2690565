import * as direcciones from '../../../src/seguridad/moderacion/palabras-de-direcciones.ts'
import * as mensajeria from '../../../src/seguridad/moderacion/palabras-de-mensajeria.ts'
import { ALIKE } from '../../../src/seguridad/moderacion/plano.ts'
import { type Examples, list, rest } from './examples.ts'

/** The words near a name of an application, by their group. */
const NEAR: Readonly<Record<string, string>> = {
  mudarse: `seguimos seguir sigamos seguirle seguimosle siguele continuamos vamonos vayamonos pasate pasese pasemonos cambiate cambiemonos vente vengase brincate saltate jalate mudate movernos`,
  escribir: `escribeme escribame escribanos escribes contactame contacteme contactanos hablame hableme hablamos platicamos platiquemos charlamos mensajeame contactas chateamos`,
  contestar: `contesto contestamos respondo atiendo`,
  mandar: `mandame mandeme mandanos manda enviame envieme dejame dejeme agregame agregueme`,
  mensaje: `mensaje mensajes mensajito msj mensajeo`,
  tratar: `precio precios cotizo cotizacion cotizaciones cotizamos presupuesto presupuestos catalogo ubicacion detalles datos fotos trabajos`,
  cerrar: `cerramos cerrar trato acordamos arreglamos directo`,
  preferir: `mejor porfa porfis plis plz rapido facil bloquean checalo checame checa like busca buscas sabes vemos subo publico veas vean entra visita`,
  ofrecer: `paso explico doy comparto enseno agrego`,
  tener: `tengo`,
  pedir: `pasame paseme dame deme cual`,
  lugar: `alla ahi`,
}

/** A name whose weight the word completes. */
const BESIDE: Readonly<Record<string, string>> = {
  mandar: 'pues la verdad wasap todo eso amigo',
  mudarse: 'pues la verdad whatsapp',
  escribir: 'pues la verdad youtube',
  pedir: 'pues la verdad whatsapp',
  lugar: 'pues vamonos al youtube',
}
const nearExample = (group: string, words: string): Examples => {
  const table = mensajeria.SENALES[group]?.palabras ?? new Set<string>()
  return {
    table: table as Set<string>,
    entries: list(words),
    example: (word) =>
      group === 'tener'
        ? `pues la verdad ${word} wasap`
        : `${BESIDE[group] ?? 'pues la verdad wasap'} ${word}`,
  }
}

/** Examples for the tables of mails, links and accounts. */
export const ADDRESSES: Record<string, Examples> = {
  DICTADOS: {
    table: direcciones.DICTADOS,
    entries: list('arroba aroba arrova harroba punto puntito dot pto diagonal slash'),
    example: (word) => {
      const sign = direcciones.DICTADOS.get(word)
      if (sign === '@') return `juan ${word} taller`
      return sign === '.' ? `mitaller ${word} mx` : `mitaller.me ${word} juan`
    },
  },
  BUZONES: {
    table: direcciones.BUZONES,
    entries: list(
      `gmail gmeil gemail hotmail hotmeil jotmail outlook yahoo yahu icloud protonmail proton prodigy live`,
    ),
    example: (name) => `juan @ ${name}`,
  },
  AVISAN: {
    table: direcciones.AVISAN,
    entries: list(
      `correo mail email e-mail usuario cuenta soy como buscame escribeme escribe mandalo mandame manda :`,
    ),
    example: (word) => `hola ${word} es juanperez de gmail`,
  },
  UNEN: {
    table: direcciones.UNEN,
    entries: list('es de del en y luego con al que termina el a dominio servidor terminacion'),
    example: (word) => `hola correo es juanperez ${word} gmail`,
  },
  COMUNES: {
    table: direcciones.COMUNES,
    entries: list(
      `nuevo nueva lento gratis personal viejo mismo cliente funciona principal seguro mejor problema entonces`,
    ),
    guard: true,
    example: (word) => `mi gmail es ${word}`,
  },
  TERMINACIONES: {
    table: direcciones.TERMINACIONES,
    entries: list(
      `mx org info biz io app co ly link site online store shop xyz dev gg club tv page website tech blog click cc tk
      lat bio ink mobi gle space vip`,
    ),
    example: (ending) => `mitaller.${ending}`,
  },
  CON_RUTA: {
    table: direcciones.CON_RUTA,
    entries: list('me es la de to ee gl gd gy at be ru is in st us pro live top'),
    example: (ending) => `mitaller.${ending}/juan`,
  },
  CONOCIDOS: {
    table: direcciones.CONOCIDOS,
    entries: list('wa.me t.me m.me fb.me ig.me linktr.ee goo.gl is.gd rb.gy youtu.be shorturl.at'),
    example: (site) => `mi enlace ${site}`,
  },
  CON_COMA: {
    table: direcciones.CON_COMA,
    entries: list('com net org mx'),
    example: (ending) => `mitaller,${ending}`,
  },
  APLICACIONES: {
    table: mensajeria.APLICACIONES,
    entries: list(`what insta ig face fb twitter skype discord viber wechat`),
    example: (name) => `${name}: juanplomero`,
  },
  BIEN_ESCRITAS: {
    table: mensajeria.BIEN_ESCRITAS,
    entries: list('whatsapp whatsap whats instagram facebook telegram messenger tiktok snapchat linkedin'),
    guard: true,
    example: (name) => `pues la verdad cotizo por ${name}`,
  },
  JERGA: {
    table: mensajeria.JERGA,
    entries: list(`wasa wpp wsp wap wapp feis caralibro dm xredx`),
    example: (name) =>
      name === 'xredx'
        ? 'pues la verdad cotizo por la app de la camarita'
        : `pues la verdad cotizo por ${name}`,
  },
  BUZONES_AJENOS: {
    table: mensajeria.BUZONES_AJENOS,
    entries: list('inbox imbox inboxs'),
    example: (name) => `pues le dejo un ${name}`,
  },
  SITIOS: {
    table: mensajeria.SITIOS,
    entries: list('google youtube threads marketplace zoom signal snap internet pagina fanpage xcolorx'),
    example: (name) => (name === 'xcolorx' ? 'pues escribeme por el verde' : `pues escribeme por ${name}`),
  },
  PARECIDAS: {
    table: mensajeria.PARECIDAS,
    entries: list(`watts tictoc`),
    guard: true,
    example: (word) => `pues cotizo ${word} y aparte cerramos`,
  },
  POSESIVOS_DE_CUENTA: {
    table: mensajeria.POSESIVOS,
    entries: list('mi mis nuestro nuestra'),
    example: (word) => `pues la verdad ${word} wasap`,
  },
  PAGINAS: {
    table: mensajeria.PAGINAS,
    entries: list(`perfil cuenta canal grupo muro`),
    example: (word) => `pues la verdad mi ${word} de wasap`,
  },
  AQUI: {
    table: mensajeria.AQUI,
    entries: list('aqui chat plataforma desbloquee desbloquea desbloquear desbloqueo'),
    guard: true,
    example: (word) => `pues vamonos al whatsapp ${word}`,
  },
  NIEGAN: {
    table: mensajeria.NIEGAN,
    entries: list('no ni sin nunca tampoco'),
    guard: true,
    example: (word) => `pues cotizo, ${word} wasap`,
  },
  AJENO: {
    table: mensajeria.AJENO,
    entries: list(
      `vi vio vieron viendo pasaron recomendaron encontre salio anuncio busque compre tiene tienes usa usas maneja`,
    ),
    guard: true,
    example: (word) => `pues ${word} wasap, cotizo`,
  },
  ...Object.fromEntries(
    Object.entries(NEAR).map(([group, words]) => [`SENALES ${group}`, nearExample(group, words)]),
  ),
  BUSCAME: {
    table: mensajeria.BUSCAME,
    entries: list(
      `buscame buscanos encuentrame encuentranos sigueme siguenos agregame agreganos aparezco busqueme agregueme sigame busquenme siganme siganos agreguenme buscarme encontrarme agregarme seguirme ubicame localizame hallame`,
    ),
    example: (word) => `${word} en face`,
  },
  APAREZCO: {
    table: mensajeria.APAREZCO,
    entries: ['encuentras', 'hallas', 'salgo'],
    example: (word) => `${word} en face`,
  },
  'RELLENO of accounts': {
    table: mensajeria.RELLENO,
    entries: list('es mi me en de el la por al con y estoy buscas ahi'),
    example: (word) => `insta ${word} plomero.juan`,
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
      ...'⚀⚁⚂⚃⚄⚅〇零一二三四五六七八九',
    ],
    example: (sign) => {
      if (sign === '¡') return `5 c¡nco ${rest(1)}`
      return '⁄∕'.includes(sign) ? `taller:${sign}${sign}juan` : `@${sign}ab`
    },
  },
}
