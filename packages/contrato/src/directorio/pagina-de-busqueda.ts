/**
 * What the server writes into the template of a public search page. The web app prerenders the template with the names of
 * these fields, and the server fills them with escaped text.
 */
export interface PaginaDeBusqueda {
  /** For search engines and link previews. */
  pagina: string
  descripcion: string
  /** The canonical address without the host. */
  direccion: string
  robots: string
  /** JSON-LD, safe inside a script element. */
  datos: string

  titulo: string
  entrada: string
  boton: string
  registro: string
  acceso: string
  cierre: string
  migas: Miga[]
  actual: string
  cifras: Cifras | null
  maestros: ListaDeMaestros | null
  grupos: GrupoDeEnlaces[]
  preguntas: Pregunta[]
}

export interface Miga {
  nombre: string
  destino: string
}

export interface Cifras {
  totales: Cifra[]
  niveles: Cifra[]
  calificaciones: Cifra[]
}

export interface Cifra {
  valor: string
  nombre: string
}

export interface ListaDeMaestros {
  encabezado: string
  tarjetas: TarjetaPublica[]
  /** How many more there are, as a sentence. */
  resto: string | null
}

/** What everybody may know of a maestro: no phone, no whole surname, no picture and no id. */
export interface TarjetaPublica {
  nombre: string
  iniciales: string
  experto: boolean
  confianza: boolean
  nuevo: boolean
  verificado: boolean
  disponible: boolean
  /** Null without reviews. */
  calificacion: Calificacion | null
  sinResenas: boolean
  trabajos: string | null
}

export interface Calificacion {
  promedio: string
  resenas: string
}

export interface GrupoDeEnlaces {
  encabezado: string
  enlaces: Enlace[]
}

export interface Enlace {
  nombre: string
  destino: string
  cuenta: string
}

export interface Pregunta {
  pregunta: string
  respuesta: string
}
