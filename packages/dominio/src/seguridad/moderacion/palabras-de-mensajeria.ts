/**
 * The names and descriptions of messengers and social networks, and the words that lead there. Every entry of a set or table has an
 * example in packages/dominio/test/seguridad/moderacion whose result depends on it.
 */
const set = (words: string): Set<string> => new Set(words.trim().split(/\s+/))

/** Names whose misspelt forms are slang (LARGOS), rightly written. */
export const BIEN_ESCRITAS = set(
  'whatsapp whatsap whats instagram facebook telegram messenger tiktok snapchat linkedin',
)
/** Names as most people write them. */
export const APLICACIONES = set(`what insta ig face fb twitter skype discord viber wechat`)
/** Places of many other things too. */
export const SITIOS = set(
  'google youtube threads marketplace zoom signal snap internet pagina fanpage xcolorx',
)
/** It stands for the description of an application (DESCRIPCIONES), and 'xcolorx' for one that is only a colour. */
export const DESCRITA = 'xemblemax'
/** Slang, and places of which people speak only to write to each other. */
export const JERGA = set(`wasa wpp wsp wap wapp feis caralibro dm xredx`)
/** Words for private messages of another site, which need no other sign. */
export const BUZONES_AJENOS = set('inbox imbox inboxs')
/** Long names, to find misspelt ones by their sound. */
export const LARGOS = set(
  'whatsapp watsapp wasapp whatsup facebook feisbuk instagram telegram messenger tiktok snapchat linkedin',
)
/** Ordinary words that are like one of them. */
export const PARECIDAS = set(`watts tictoc`)

/** Words that ask to be found: together with the name of an application they count as contact data. */
export const BUSCAME = set(
  `buscame buscanos encuentrame encuentranos sigueme siguenos agregame agreganos aparezco busqueme agregueme sigame busquenme siganme
  siganos agreguenme buscarme encontrarme agregarme seguirme ubicame localizame hallame`,
)
/** Words that also have other meanings ('salgo a las 6'): they count directly beside the application, or with an account. */
export const APAREZCO = set('encuentras hallas salgo')
/** Words between the application and the account. */
export const RELLENO = set('es mi me en de el la por al con y estoy buscas ahi')
/** Words that announce an account. */
export const ANUNCIO = set('como soy usuario user cuenta perfil nombre nick id')

/**
 * What is near the name of an application, how much it says, and how near it has to be. Each group counts once. 'Mejor' and the like
 * are in many sentences, so they count only beside the name.
 */
export const SENALES: Readonly<
  Record<string, { peso: number; cerca: number; palabras: ReadonlySet<string> }>
> = {
  mudarse: {
    peso: 2,
    cerca: 8,
    palabras: set(
      `seguimos seguir sigamos seguirle seguimosle siguele continuamos vamonos vayamonos pasate pasese pasemonos cambiate cambiemonos
      vente vengase brincate saltate jalate mudate movernos`,
    ),
  },
  escribir: {
    peso: 2.5,
    cerca: 8,
    palabras: set(
      `escribeme escribame escribanos escribes contactame contacteme contactanos hablame hableme hablamos platicamos platiquemos
      charlamos mensajeame contactas  chateamos`,
    ),
  },
  /** 'Contesto en WhatsApp' alone is allowed. */
  contestar: { peso: 1, cerca: 8, palabras: set('contesto contestamos respondo atiendo') },
  mandar: {
    peso: 1,
    cerca: 8,
    palabras: set('mandame mandeme mandanos manda enviame envieme dejame dejeme agregame agregueme'),
  },
  mensaje: { peso: 1, cerca: 8, palabras: set('mensaje mensajes mensajito msj mensajeo') },
  tratar: {
    peso: 1,
    cerca: 8,
    palabras: set(
      `precio precios cotizo cotizacion cotizaciones cotizamos presupuesto presupuestos catalogo ubicacion detalles datos fotos
      trabajos`,
    ),
  },
  cerrar: { peso: 1, cerca: 8, palabras: set('cerramos cerrar trato acordamos arreglamos directo') },
  preferir: {
    peso: 1,
    cerca: 4,
    palabras: set(
      'mejor porfa porfis plis plz rapido facil bloquean checalo checame checa like busca buscas sabes vemos subo publico veas vean entra visita',
    ),
  },
  ofrecer: { peso: 1, cerca: 4, palabras: set('paso explico doy comparto enseno agrego') },
  tener: { peso: 1, cerca: 2, palabras: set('tengo') },
  pedir: { peso: 2, cerca: 3, palabras: set('pasame paseme dame deme cual') },
  lugar: { peso: 0.5, cerca: 8, palabras: set('alla ahi') },
}

/** What a name itself weighs, and what the words beside it add. */
export const PESO = {
  sitio: 0.5,
  nombre: 1,
  /** A short name with look-alike letters may be a measure: '1g'. */
  dudosa: -2,
  jerga: 2,
  /** 'guats?' and nothing more. */
  sola: 1,
  disfraz: 3,
  mio: 1,
  mudarse: 1,
  aqui: -2,
  niega: -3,
  ajeno: -1,
}

/** 'mi face', 'mi página de fb' */
export const POSESIVOS = set('mi mis nuestro nuestra')
export const PAGINAS = set(`perfil cuenta canal grupo muro`)

/** Words that keep the talk here. */
export const AQUI = set('aqui chat plataforma desbloquee desbloquea desbloquear desbloqueo')
/** Before the name of an application they say that it is not used. */
export const NIEGAN = set('no ni sin nunca tampoco')
/** What somebody saw or got there before, or asks about: '¿tienes insta para ver tus trabajos?' */
export const AJENO = set(
  'vi vio vieron viendo pasaron recomendaron encontre salio anuncio busque compre tiene tienes usa usas maneja',
)

const COLOR =
  '(?:verde|verdecit[oa]|verdesit[oa]|azul|azulit[oa]|morad[oa]|moradit[oa]|rosa|rosit[oa]|amarill[oa]|negr[oa])'
const EMBLEMA =
  '(?:avioncito|avion de papel|pajarito|pajaro azul|camarita|fantasmita|telefonito|globito|burbujita|notita|caritas?|f azul|f blanca|letra f|azul (?:de|con) (?:la )?f)'
const DE = '(?: (?:del?|la|el|con|que tiene|un|una)){0,3}'
/** What an application looks like, and the word that stands for it in the text. */
export const DESCRIPCIONES: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(?<![a-z])(?:(?:app|aplicacion)${DE} (?:${COLOR}|${EMBLEMA}|bailes|bailecitos|videitos)|redes?${DE} ${EMBLEMA})(?![a-z]| del? )`,
      'g',
    ),
    ' xredx ',
  ],
  [
    /(?<![a-z])(?:redes sociales|red social|(?<=(?:mis|nuestras|las|por) )redes|libro de (?:las )?caras)(?![a-z])/g,
    ' xemblemax ',
  ],
  [
    new RegExp(
      `(?<![a-z])(?:el|al|la|del|mi) (?:verdecit[oa]|verdesit[oa]|${EMBLEMA})(?: ${COLOR})?(?: de papel)?(?![a-z])`,
      'g',
    ),
    ' xemblemax ',
  ],
  [
    /(?<![a-z])(?:al|(?:por|x|en|a) (?:el|la)) (?:verde|azul|morad[oa]|rosa)(?= (?:te|le|me|mejor|ahi|porfa|si)(?![a-z]))/g,
    ' xemblemax ',
  ],
  [/(?<![a-z])(?:al|(?:por|x|en|a) (?:el|la)) (?:verde|azul|morad[oa]|rosa)(?=[,.!?]|$)/g, ' xcolorx '],
  [/(?<![a-z])(?:por|al|x) (?:el )?(?:privado|directo|md)(?![a-z])/g, ' xemblemax '],
]

/** Accounts without the name of an application. */
export const CUENTAS: readonly RegExp[] = [
  /@(?=[0-9_.]{0,20}[a-z])[a-z0-9_.]{3}/,
  /(?<![a-z])(?:guion\s?bajo|underscore)(?![a-z])/,
  // 'soy lupita_limpia'. A dot alone may be a missing space: 'soy Juan.Mañana voy'.
  /(?<![a-z])(?:(?:soy|mi (?:usuario|user|nick))(?: es)?|(?:busca(?:me|nos|s)|estoy|salgo|aparezco|encuentras) como)[ :]{1,2}(?:@|[a-z]{2,20}(?:_[a-z0-9]|[._][a-z]{2,20}[._][a-z0-9])|[a-z]{5,20}[0-9]{2,4}(?![a-z0-9]))|(?:(?:busca|encuentra|agrega|sigue)(?:me|nos)|me buscas) como (?!siempre|quedamos|cuando)[a-z]{4}/,
  // 'en mis redes como lupita_limpia'
  /(?<![a-z])(?:soy|mi (?:usuario|user|nick|perfil|cuenta)|redes|buscame|buscas|agregame|escribeme|sigueme|estoy|salgo|aparezco|encuentras)(?:[ :,]{1,2}[a-z]{1,12}){0,3}[ :,]{1,2}@?[a-z0-9.]{2,20}_[a-z0-9]/,
]
/** 'feisbuk Toño Herrero', 'fb/herreriasur': a network directly before a name. */
export const CON_NOMBRE =
  /(?<!\p{L})(?:(?:[Ff]ace(?:book)?|[Ff]eis(?:bu[kc])?|F[Bb]|fb|fcbk|[Ii]nsta(?:gram)?|IG|ig|[Tt]ik ?[Tt]ok)[ :]{1,2}(?!La |El |Los )\p{Lu}\p{Ll}{1,20} \p{Lu}\p{L}|(?:fb|ig)\/(?!ig|fb|insta|face|whats)[a-z0-9_.]{5})/u

/** 'guats', 'wazap', 'uatsapito', 'juats', 'feisbu' */
export const SONIDO_CORTO = /^ua(?:ts|tsa?p\w{0,4}|sap\w{0,4}|tsup|tsito|tsa|tap)$|^feisbu$/
export const VERBO = /^(?:uat?s(?:ap?)?|telegram|inbox|feisbuk)(?:ea|ie)(?:me|nos|r|s|mos|nme|lo)?$|^uasapeo$/
