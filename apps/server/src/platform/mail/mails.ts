import { readFile } from 'node:fs/promises'
import { acceso } from '@maestros/dominio/acceso/textos'
import {
  bajaDelCorreo,
  correos,
  cuantosMensajes,
  cuentaSinSuspension,
  estrellasDelCorreo,
  lineaDePendientes,
  mensajeDeSuspension,
  type NombreDeCorreo,
  type Pendiente,
  personaDelCorreo,
  pieDelCorreo,
  reportesUrgentes,
  saludo,
  type TextosDeCorreo,
} from '@maestros/dominio/avisos/textos-de-correos'
import type { Motivo } from '@maestros/dominio/contacto/contacto'
import { contacto } from '@maestros/dominio/contacto/textos'
import { haceCuanto } from '@maestros/dominio/fechas'
import { operador } from '@maestros/dominio/operacion/textos-de-comandos'
import type { MotivoDeReporte } from '@maestros/dominio/seguridad/reportes'
import type { Correccion, DatoVerificable } from '@maestros/dominio/verificacion/estados'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { escapeHtml } from '../escape-html.ts'
import { buildFile, Compiled, compileSource, readSource } from './compile-template.ts'
import type { Mail } from './mailer.ts'

/** The e-mails that the product sends, one function each. */

export interface Recipient {
  to: string
  nombre: string
  link: string
}

/** An e-mail that the person can choose not to get. */
export interface OptionalRecipient extends Recipient {
  /** The address that stops e-mails of this kind, and the screen of all choices. */
  unsubscribe: string
  avisos: string
}

type Values = Record<string, string>

export const recoveryMail = (about: Recipient & { code: string; minutes: number }): Promise<Mail> =>
  write('recuperacion', about, { code: about.code, minutos: String(about.minutes) })

export const confirmationMail = (about: Recipient & { code: string }): Promise<Mail> =>
  write('confirmacion', about, { code: about.code })

export const passwordChangedMail = (about: Recipient & { fecha: string }): Promise<Mail> =>
  write('contrasenaCambiada', about, { fecha: about.fecha })

export const welcomeBuscadorMail = (about: Recipient): Promise<Mail> => write('bienvenidaBuscador', about, {})

export const welcomeMaestroMail = (about: Recipient): Promise<Mail> => write('bienvenidaMaestro', about, {})

export const searchAlertMail = (
  about: OptionalRecipient & { alcaldia: string; oficio: string },
): Promise<Mail> => writeOptional('avisoDeMaestro', about, { alcaldia: about.alcaldia, oficio: about.oficio })

export const contactMail = (about: OptionalRecipient & { persona: string; motivo: Motivo }): Promise<Mail> =>
  writeOptional('contactoPedido', about, {
    persona: personaDelCorreo(about.persona),
    motivo: contacto.motivo.motivos[about.motivo],
  })

export const reviewMail = (
  about: OptionalRecipient & { persona: string; puntuacion: number; comentario: string },
): Promise<Mail> =>
  writeOptional('resenaRecibida', about, {
    persona: personaDelCorreo(about.persona),
    estrellas: estrellasDelCorreo(about.puntuacion),
    comentario: about.comentario,
  })

export const unreadMail = (about: OptionalRecipient & { persona: string; cuantos: number }): Promise<Mail> =>
  writeOptional('mensajesSinLeer', about, {
    persona: personaDelCorreo(about.persona),
    cuantos: cuantosMensajes(about.cuantos),
  })

export const closingMail = (about: Recipient & { fecha: string }): Promise<Mail> =>
  write('cierreDeCuenta', about, { fecha: about.fecha })

export const keptMail = (about: Recipient & { fecha: string }): Promise<Mail> =>
  write('cuentaConservada', about, { fecha: about.fecha })

export const erasedMail = (about: Recipient): Promise<Mail> => write('cuentaEliminada', about, {})

export const verifiedMail = (about: Recipient & { dato: DatoVerificable }): Promise<Mail> =>
  write('datoVerificado', about, { dato: verificacion.enFrase[about.dato] })

/** `corrige_con`: what the maestro is asked for. */
export const rejectedMail = (
  about: Recipient & { dato: DatoVerificable; corrige_con: Correccion; motivo: string },
): Promise<Mail> =>
  write('datoRechazado', about, {
    dato: verificacion.enFrase[about.dato],
    accion: verificacion.pedido[about.corrige_con],
    motivo: about.motivo,
  })

export const suspendedMail = (
  about: Recipient & { mensaje: string | undefined; support: string | undefined },
): Promise<Mail> => {
  const { ayuda, ayudaSinCorreo } = acceso.suspendida
  return write('cuentaSuspendida', about, {
    mensaje: about.mensaje ?? mensajeDeSuspension.suspendida,
    ayuda: about.support === undefined ? ayudaSinCorreo : `${ayuda} ${about.support}.`,
  })
}

/** `fecha` is the day of the erasure of an account that its owner has closed. */
export const restoredMail = (
  about: Recipient & { mensaje: string | undefined; fecha?: string },
): Promise<Mail> =>
  write('cuentaRestaurada', about, {
    mensaje: about.mensaje ?? mensajeDeSuspension.restaurada,
    estado:
      about.fecha === undefined ? cuentaSinSuspension.abierta : cuentaSinSuspension.cerrada(about.fecha),
  })

export const reportClosedMail = (about: Recipient & { fecha: string }): Promise<Mail> =>
  write('reporteRevisado', about, { fecha: about.fecha })

export const ticketReceivedMail = (about: Recipient & { mensaje: string }): Promise<Mail> =>
  write('ticketRecibido', about, { mensaje: about.mensaje })

export const ticketAnsweredMail = (about: Recipient & { respuesta: string }): Promise<Mail> =>
  write('ticketRespondido', about, { respuesta: about.respuesta })

interface SupportTicket {
  to: string
  ticket: string
  /** The address of the ticket in the operators' console. */
  consola: string
  nombre: string
  correo: string
  role: string | null
  mensaje: string
  imagenes: number
}

/** The name in the subject is as long as a line of a list. */
const SUBJECT_NAME_CHARS = 60

export async function supportTicketMail({ to, role, imagenes, ...about }: SupportTicket): Promise<Mail> {
  const { nombre, correo } = about
  const values = { ...about, rol: role ?? '', imagenes: String(imagenes) }
  const mail = await write('ticketParaSoporte', { to, nombre: '', link: `mailto:${correo}` }, values)
  const subject = `${mail.subject}: ${inOneLine(nombre).slice(0, SUBJECT_NAME_CHARS)}`
  return { ...mail, subject: subject.toWellFormed(), replyTo: correo }
}

interface ForSupport {
  to: string
  link: string
}

interface PendingLine {
  que: Pendiente
  cuantos: number
  desde: Date | null
}

export const pendingMail = ({
  pending,
  now,
  ...about
}: ForSupport & { pending: readonly PendingLine[]; now: number }): Promise<Mail> =>
  write(
    'pendientesParaSoporte',
    { ...about, nombre: '' },
    {
      pendientes: pending
        .map(({ que, cuantos, desde }) =>
          lineaDePendientes(que, cuantos, haceCuanto(desde?.getTime() ?? now, now)),
        )
        .join('\n'),
    },
  )

export const urgentReportMail = (
  about: ForSupport & { reporte: number; cuantos: number; motivos: readonly MotivoDeReporte[] },
): Promise<Mail> =>
  write(
    'reporteUrgente',
    { ...about, nombre: '' },
    {
      reporte: String(about.reporte),
      que: reportesUrgentes(about.cuantos),
      motivo: about.motivos.map((motivo) => operador.reporte.motivos[motivo]).join(', '),
    },
  )

async function write(name: NombreDeCorreo, { to, nombre, link }: Recipient, own: Values): Promise<Mail> {
  const values = { ...own, link, saludo: saludo(nombre) }
  return {
    to,
    subject: correos[name].asunto,
    html: fill(await template(name), values, inHtml),
    text: fill(plainText(correos[name]), values, (value) => value),
  }
}

/** A value as a part of the HTML, with the line breaks of a text that a person has written. */
const inHtml = (value: string) => escapeHtml(value).replace(/\r?\n/g, '<br />')
async function writeOptional(name: NombreDeCorreo, about: OptionalRecipient, own: Values): Promise<Mail> {
  const { unsubscribe, avisos } = about
  return { ...(await write(name, about, { ...own, baja: unsubscribe, avisos })), unsubscribe }
}

/** Replaces the placeholders in one pass, so that a value which looks like a placeholder is not replaced again. */
function fill(text: string, values: Values, present: (value: string) => string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`the e-mail has no value for ${place}`)
    return present(value)
  })
}

function plainText(correo: TextosDeCorreo): string {
  const parts = ['{{saludo}}', correo.intro]
  if (correo.detalle) parts.push(correo.detalle)
  if (correo.pasos) parts.push(correo.pasos.map((paso, index) => `${index + 1}. ${paso}`).join('\n'))
  parts.push(`${correo.boton}:\n{{link}}`)
  if (correo.codigo) parts.push(`${correo.codigo}\n{{code}}`)
  // Mail programs recognize a signature by `-- ` on a line.
  const footer = [`-- \n${correo.pie ?? pieDelCorreo}`]
  if (correo.porque) {
    footer.push(`${correo.porque}\n${bajaDelCorreo.dejar}: {{baja}}\n${bajaDelCorreo.elegir}: {{avisos}}`)
  }
  return `${[...parts, ...correo.notas, ...footer].join('\n\n')}\n`
}

const templates = new Map<NombreDeCorreo, Promise<string>>()

function template(name: NombreDeCorreo): Promise<string> {
  const known = templates.get(name)
  if (known) return known
  const loading = loadTemplate(name)
  templates.set(name, loading)
  // A failure is not cached: the next e-mail tries again.
  loading.catch(() => templates.delete(name))
  return loading
}

async function loadTemplate(name: NombreDeCorreo): Promise<string> {
  const source = await readSource(name)
  const built = await readBuild(name)
  return built?.of === source.digest ? built.html : (await compileSource(source)).html
}

async function readBuild(name: NombreDeCorreo): Promise<Compiled | undefined> {
  try {
    return Compiled.parse(JSON.parse(await readFile(buildFile(name), 'utf8')))
  } catch {
    // When it is missing or damaged, the e-mail is compiled from its sources.
    return undefined
  }
}

/** For a name that goes into headers and lists: line breaks and other control characters become spaces. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
