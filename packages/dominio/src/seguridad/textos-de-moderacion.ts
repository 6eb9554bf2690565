import type { Lado } from '../chat/lado.ts'
import type { MotivoDeBloqueo } from './motivos-de-bloqueo.ts'

/** Shown to the author below a blocked message: why it was blocked, and what to do. */
export const moderacion = {
  motivos: {
    telefono:
      'Por tu seguridad, los teléfonos no se envían por aquí hasta que se pida ver el contacto. Quítalo y vuelve a enviarlo.',
    correo:
      'Por tu seguridad, los correos no se envían por aquí hasta que se pida ver el contacto. Quítalo y vuelve a enviarlo.',
    enlace:
      'Por tu seguridad, los enlaces no se envían por aquí hasta que se pida ver el contacto. Quítalo y vuelve a enviarlo.',
    mensajeria:
      'Por tu seguridad, las cuentas de otras aplicaciones no se envían por aquí hasta que se pida ver el contacto.',
    tarjeta: 'Por tu seguridad, los números de tarjeta y CLABE nunca se envían por el chat.',
  } satisfies Record<MotivoDeBloqueo, string>,
  /** Who asks for the contact, and how. */
  contacto: {
    buscador:
      'Para pedirlo, toca arriba el icono de una tarjeta con una persona («Información de contacto»).',
    maestro: 'Lo pide la otra persona, en esta conversación o en tu perfil.',
  } satisfies Record<Lado, string>,
} as const

/** What an author reads below a blocked message. Card numbers are blocked also after the contact was asked for. */
export const motivoDelBloqueo = (motivo: MotivoDeBloqueo, lado: Lado): string =>
  motivo === 'tarjeta'
    ? moderacion.motivos.tarjeta
    : `${moderacion.motivos[motivo]} ${moderacion.contacto[lado]}`
