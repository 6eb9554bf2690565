import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  bajaDelCorreo,
  correos,
  enlaceEscrito,
  marcaDelCorreo,
  type NombreDeCorreo,
  pieDelCorreo,
  type TextosDeCorreo,
} from '@maestros/dominio/avisos/textos-de-correos'
import { z } from 'zod'
import { escapeHtml } from '../escape-html.ts'

/** Compiles MJML and dominio's sentences to HTML with placeholders for the values of one e-mail. */

export const BUILD_DIR = new URL('../../../build/mail/', import.meta.url)

/** `of` is a hash of the sources, so that the build of older sources is never used. */
export const Compiled = z.object({ of: z.string(), html: z.string() })
export type Compiled = z.infer<typeof Compiled>

export const mailNames = [
  'recuperacion',
  'confirmacion',
  'contrasenaCambiada',
  'bienvenidaBuscador',
  'bienvenidaMaestro',
  'avisoDeMaestro',
  'contactoPedido',
  'resenaRecibida',
  'mensajesSinLeer',
  'cierreDeCuenta',
  'cuentaConservada',
  'cuentaEliminada',
  'datoVerificado',
  'datoRechazado',
  'cuentaSuspendida',
  'cuentaRestaurada',
  'reporteRevisado',
  'ticketRecibido',
  'ticketRespondido',
  'ticketParaSoporte',
  'pendientesParaSoporte',
  'reporteUrgente',
] as const

const FILES: Record<NombreDeCorreo, string> = {
  recuperacion: 'recuperacion',
  confirmacion: 'confirmacion',
  contrasenaCambiada: 'contrasena-cambiada',
  bienvenidaBuscador: 'bienvenida-buscador',
  bienvenidaMaestro: 'bienvenida-maestro',
  avisoDeMaestro: 'aviso-de-maestro',
  contactoPedido: 'contacto-pedido',
  resenaRecibida: 'resena-recibida',
  mensajesSinLeer: 'mensajes-sin-leer',
  cierreDeCuenta: 'cierre-de-cuenta',
  cuentaConservada: 'cuenta-conservada',
  cuentaEliminada: 'cuenta-eliminada',
  datoVerificado: 'dato-verificado',
  datoRechazado: 'dato-rechazado',
  cuentaSuspendida: 'cuenta-suspendida',
  cuentaRestaurada: 'cuenta-restaurada',
  reporteRevisado: 'reporte-revisado',
  ticketRecibido: 'ticket-recibido',
  ticketRespondido: 'ticket-respondido',
  ticketParaSoporte: 'ticket-para-soporte',
  pendientesParaSoporte: 'pendientes-para-soporte',
  reporteUrgente: 'reporte-urgente',
}

export const buildFile = (name: NombreDeCorreo) => new URL(`${FILES[name]}.json`, BUILD_DIR)

export interface Source {
  mjml: string
  digest: string
}

export async function readSource(name: NombreDeCorreo): Promise<Source> {
  const template = (file: string) => readFile(new URL(`templates/${file}.mjml`, import.meta.url), 'utf8')
  const correo: TextosDeCorreo = correos[name]
  const [layout, content, footer] = await Promise.all([
    template('layout'),
    template(FILES[name]),
    correo.porque ? template('baja') : '',
  ])
  const mjml = fillTexts(
    layout.replace('<!-- contenido -->', () => content).replace('<!-- baja -->', () => footer),
    textsOf(name),
  )
  return { mjml, digest: createHash('sha256').update(mjml).digest('hex') }
}

/** Imports mjml lazily: a server that has the build never loads it. */
export async function compileSource({ mjml, digest }: Source): Promise<Compiled> {
  const { default: mjml2html } = await import('mjml')
  const { html } = await mjml2html(mjml, { validationLevel: 'strict', fonts: {}, keepComments: false })
  return { of: digest, html }
}

function textsOf(name: NombreDeCorreo): Map<string, string> {
  const correo: TextosDeCorreo = correos[name]
  const texts = new Map([
    ['marca', marcaDelCorreo],
    ['pie', correo.pie ?? pieDelCorreo],
    ['enlaceEscrito', enlaceEscrito],
    ['asunto', correo.asunto],
    ['vistaPrevia', correo.vistaPrevia],
    ['titulo', correo.titulo],
    ['intro', correo.intro],
    ['boton', correo.boton],
  ])
  if (correo.detalle) texts.set('detalle', correo.detalle)
  if (correo.codigo) texts.set('codigo', correo.codigo)
  if (correo.porque) {
    texts.set('porque', correo.porque)
    texts.set('dejar', bajaDelCorreo.dejar)
    texts.set('elegir', bajaDelCorreo.elegir)
  }
  for (const [index, nota] of correo.notas.entries()) texts.set(`notas.${index}`, nota)
  for (const [index, paso] of (correo.pasos ?? []).entries()) texts.set(`pasos.${index}`, paso)
  return texts
}

function fillTexts(mjml: string, texts: Map<string, string>): string {
  return mjml.replace(/\[\[([\w.]+)\]\]/g, (place, key: string) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`the template asks for the text ${place}, which the e-mail lacks`)
    return escapeHtml(text)
  })
}
