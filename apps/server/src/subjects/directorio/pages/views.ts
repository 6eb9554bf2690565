import type {
  Cifra,
  Cifras,
  Enlace,
  GrupoDeEnlaces,
  ListaDeMaestros,
  PaginaDeBusqueda,
  Pregunta,
  TarjetaPublica,
} from '@maestros/contrato/directorio/pagina-de-busqueda'
import { vecinasDe } from '@maestros/dominio/directorio/alcaldias-vecinas'
import { paginasDeBusqueda as textos } from '@maestros/dominio/directorio/textos-de-paginas'
import { iniciales, nombreConInicial } from '@maestros/dominio/nombres'
import { ETIQUETAS, promedioComoTexto } from '@maestros/dominio/resenas/reputacion'
import { comun } from '@maestros/dominio/textos'
import { oficioPath, PREFIX, pairPath, type Subject, withChoice } from './addresses.ts'
import type { Catalogue, CatalogueEntry } from './catalogue.ts'
import { type Figures, figuresOf, type Pair, type PublicMaestro } from './pair.ts'

/** The contents of each page. The template escapes them; the structured data is added by structured-data.ts. */
export type View = Omit<PaginaDeBusqueda, 'datos'>

const { faq } = textos
const INDEXED = 'index, follow'
/** A page without maestros has nothing to find yet. */
const NOT_INDEXED = 'noindex, follow'

export function indexView(catalogue: Catalogue, subject: Subject): View {
  const { pagina, descripcion, titulo, entrada, grupo, alcaldias } = textos.indice
  return {
    ...frame(subject, textos.boton.escribir()),
    ...{ pagina: titleOf(pagina), descripcion, titulo, entrada, robots: INDEXED },
    ...{ migas: [], actual: textos.todos, cifras: null, maestros: null },
    grupos: [
      {
        encabezado: grupo,
        enlaces: catalogue.oficios.map((oficio) =>
          linkTo(oficioPath(oficio), oficio.nombre, alcaldias(boroughsOf(catalogue, oficio))),
        ),
      },
    ],
    preguntas: [faq.costo, faq.confianza, faq.contacto, faq.directorio],
  }
}

export function oficioView(catalogue: Catalogue, subject: Subject, oficio: CatalogueEntry): View {
  const boroughs = boroughsOf(catalogue, oficio)
  const { pagina, descripcion, titulo, entrada, grupo, otros } = textos.oficio
  return {
    ...frame(subject, boroughs > 0 ? textos.boton.escribir() : textos.boton.avisame),
    pagina: titleOf(pagina(oficio.nombre)),
    descripcion: descripcion(oficio.nombre, boroughs),
    titulo: titulo(oficio.nombre),
    entrada: entrada(oficio.nombre, boroughs),
    robots: boroughs > 0 ? INDEXED : NOT_INDEXED,
    ...{ migas: [INDEX], actual: oficio.nombre, cifras: null, maestros: null },
    grupos: [
      {
        encabezado: grupo,
        enlaces: catalogue.alcaldias.map((alcaldia) =>
          pairLink(catalogue, oficio, alcaldia, alcaldia.nombre),
        ),
      },
      {
        encabezado: otros,
        enlaces: catalogue.oficios
          .filter((other) => other !== oficio)
          .map((other) =>
            linkTo(oficioPath(other), other.nombre, textos.indice.alcaldias(boroughsOf(catalogue, other))),
          ),
      },
    ],
    preguntas: [faq.costo, faq.confianza, faq.contacto, faq.directorio],
  }
}

export function pairView(
  catalogue: Catalogue,
  subject: Subject,
  [oficio, alcaldia]: [CatalogueEntry, CatalogueEntry],
  pair: Pair,
): View {
  const figures = figuresOf(pair.celdas)
  const { total, verificados } = figures
  const [trade, borough] = [oficio.nombre, alcaldia.nombre]
  const { pagina, descripcion, titulo, entrada } = textos.par
  return {
    ...frame(subject, total > 0 ? textos.boton.escribir(total) : textos.boton.avisame),
    pagina: titleOf(pagina(trade, borough, total)),
    descripcion: descripcion(trade, borough, total, verificados),
    titulo: titulo(trade, borough),
    entrada: entrada(trade, borough, total),
    robots: total > 0 ? INDEXED : NOT_INDEXED,
    migas: [INDEX, { nombre: trade, destino: oficioPath(oficio) }],
    actual: borough,
    cifras: total > 0 ? cifrasOf(figures, pair.disponibles) : null,
    maestros: listOf(pair, total, textos.lista.titulo(trade, borough)),
    grupos: groupsOfPair(catalogue, oficio, alcaldia),
    preguntas: questionsOfPair(trade, borough, figures),
  }
}

const titleOf = (page: string) => `${page} · ${comun.producto}`

const INDEX = { nombre: textos.todos, destino: PREFIX }

const frame = (subject: Subject, boton: string) => ({
  direccion: subject.path,
  boton,
  registro: withChoice('/registro', subject),
  acceso: withChoice('/login', subject),
  cierre: subject.alcaldia ? textos.cierre.conBusqueda : textos.cierre.texto,
})

const boroughsOf = ({ alcaldias, totalOf }: Catalogue, oficio: CatalogueEntry): number =>
  alcaldias.filter(({ nombre }) => totalOf(oficio.nombre, nombre) > 0).length

const linkTo = (destino: string, nombre: string, cuenta: string): Enlace => ({ destino, nombre, cuenta })

const pairLink = (
  { totalOf }: Catalogue,
  oficio: CatalogueEntry,
  alcaldia: CatalogueEntry,
  nombre: string,
): Enlace =>
  linkTo(pairPath(oficio, alcaldia), nombre, textos.enlace.maestros(totalOf(oficio.nombre, alcaldia.nombre)))

function groupsOfPair(
  catalogue: Catalogue,
  oficio: CatalogueEntry,
  alcaldia: CatalogueEntry,
): GrupoDeEnlaces[] {
  const neighbours = vecinasDe(alcaldia.nombre)
  const groups = [
    {
      encabezado: textos.par.vecinas(oficio.nombre),
      enlaces: catalogue.alcaldias
        .filter(({ nombre }) => neighbours.includes(nombre))
        .map((other) => pairLink(catalogue, oficio, other, other.nombre)),
    },
    {
      encabezado: textos.par.otros(alcaldia.nombre),
      enlaces: catalogue.oficios
        .filter((other) => other !== oficio && catalogue.totalOf(other.nombre, alcaldia.nombre) > 0)
        .map((other) => pairLink(catalogue, other, alcaldia, other.nombre)),
    },
  ]
  return groups.filter(({ enlaces }) => enlaces.length > 0)
}

const questionsOfPair = (trade: string, borough: string, { total, verificados }: Figures): Pregunta[] => [
  faq.cuantos(trade, borough, total, verificados),
  faq.contacto,
  faq.confianza,
  faq.costo,
  faq.directorio,
]

function cifrasOf({ total, verificados, niveles, calificaciones }: Figures, available: number): Cifras {
  const { cifras } = textos
  const figure = (value: number, nombre: string): Cifra => ({ valor: textos.numero(value), nombre })
  const shown = (list: [value: number, nombre: string][]) =>
    list.filter(([value]) => value > 0).map(([value, nombre]) => figure(value, nombre))
  return {
    totales: shown([
      [total, cifras.maestros(total)],
      [verificados, cifras.verificados],
      [available, cifras.disponibles(available)],
    ]),
    niveles: shown([
      [niveles.experto, ETIQUETAS.experto],
      [niveles.confianza_comprobada, ETIQUETAS.confianza_comprobada],
      [niveles.nuevo, ETIQUETAS.nuevo],
    ]),
    calificaciones: shown([
      [calificaciones.desde45, cifras.desde45],
      [calificaciones.desde4, cifras.desde4],
      [calificaciones.menos, cifras.menos],
      [calificaciones.sinResenas, cifras.sinResenas],
    ]),
  }
}

function listOf({ maestros }: Pair, total: number, encabezado: string): ListaDeMaestros | null {
  if (maestros.length === 0) return null
  const others = total - maestros.length
  return {
    encabezado,
    tarjetas: maestros.map(cardOf),
    resto: others > 0 ? textos.lista.resto(others) : null,
  }
}

/** The server names each field that leaves it: no phone, whole surname, picture or id. */
function cardOf(maestro: PublicMaestro): TarjetaPublica {
  const { nombre, inicial, nivel, resenas, trabajos } = maestro
  return {
    nombre: nombreConInicial(nombre, inicial),
    iniciales: iniciales(nombre, inicial),
    experto: nivel === 'experto',
    confianza: nivel === 'confianza_comprobada',
    nuevo: nivel === 'nuevo',
    verificado: maestro.verificado,
    disponible: maestro.disponible,
    calificacion:
      resenas > 0
        ? { promedio: promedioComoTexto(maestro.promedio), resenas: textos.lista.resenas(resenas) }
        : null,
    sinResenas: resenas === 0,
    trabajos: trabajos > 0 ? textos.lista.trabajos(trabajos) : null,
  }
}
