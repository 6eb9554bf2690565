import type { mailNames } from '../../../src/platform/mail/compile-template.ts'
import type { Mail } from '../../../src/platform/mail/mailer.ts'
import {
  closingMail,
  confirmationMail,
  contactMail,
  erasedMail,
  keptMail,
  passwordChangedMail,
  pendingMail,
  recoveryMail,
  rejectedMail,
  reportClosedMail,
  restoredMail,
  reviewMail,
  searchAlertMail,
  supportTicketMail,
  suspendedMail,
  ticketAnsweredMail,
  ticketReceivedMail,
  unreadMail,
  urgentReportMail,
  verifiedMail,
  welcomeBuscadorMail,
  welcomeMaestroMail,
} from '../../../src/platform/mail/mails.ts'

export const about = (nombre: string) => ({
  to: 'lupita@example.mx',
  nombre,
  link: 'https://maestros.example/auth/v1/verify?token=abc&type=recovery',
  unsubscribe: 'https://maestros.example/baja?t=abc',
  avisos: 'https://maestros.example/avisos',
})

/** Every e-mail, with a value in each field of text that people may write. */
export const EVERY_MAIL: Record<(typeof mailNames)[number], (value: string) => Promise<Mail>> = {
  recuperacion: (value) => recoveryMail({ ...about(value), code: value, minutes: 30 }),
  confirmacion: (value) => confirmationMail({ ...about(value), code: value }),
  contrasenaCambiada: (value) => passwordChangedMail({ ...about(value), fecha: value }),
  bienvenidaBuscador: (value) => welcomeBuscadorMail(about(value)),
  bienvenidaMaestro: (value) => welcomeMaestroMail(about(value)),
  avisoDeMaestro: (value) => searchAlertMail({ ...about(value), alcaldia: value, oficio: value }),
  contactoPedido: (value) => contactMail({ ...about(value), persona: value, motivo: 'urgencia' }),
  resenaRecibida: (value) =>
    reviewMail({ ...about(value), persona: value, puntuacion: 3, comentario: value }),
  mensajesSinLeer: (value) => unreadMail({ ...about(value), persona: value, cuantos: 2 }),
  cierreDeCuenta: (value) => closingMail({ ...about(value), fecha: value }),
  cuentaConservada: (value) => keptMail({ ...about(value), fecha: value }),
  cuentaEliminada: (value) => erasedMail(about(value)),
  datoVerificado: (value) => verifiedMail({ ...about(value), dato: 'ine' }),
  datoRechazado: (value) =>
    rejectedMail({ ...about(value), dato: 'curp', corrige_con: 'curp', motivo: value }),
  cuentaSuspendida: (value) => suspendedMail({ ...about(value), mensaje: value, support: undefined }),
  cuentaRestaurada: (value) => restoredMail({ ...about(value), mensaje: value }),
  reporteRevisado: (value) => reportClosedMail({ ...about(value), fecha: value }),
  ticketRecibido: (value) => ticketReceivedMail({ ...about(value), mensaje: value }),
  ticketRespondido: (value) => ticketAnsweredMail({ ...about(value), respuesta: value }),
  ticketParaSoporte: (value) =>
    supportTicketMail({
      ...{ to: 'ayuda@maestros.example', nombre: value, correo: 'lupita@example.mx', role: 'buscador' },
      ...{ mensaje: value, imagenes: 2, ticket: '00000000-0000-4000-8000-000000000000' },
      consola: 'https://maestros.example/operacion/solicitudes/1',
    }),
  pendientesParaSoporte: (value) =>
    pendingMail({
      ...{ ...about(value), now: Date.now() },
      pending: [{ que: 'reportes', cuantos: 2, desde: new Date(Date.now() - 49 * 3_600_000) }],
    }),
  reporteUrgente: (value) =>
    urgentReportMail({ ...about(value), reporte: 17, cuantos: 1, motivos: ['acoso'] }),
}
