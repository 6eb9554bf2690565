import type { MotivoDeBloqueo } from '../motivos-de-bloqueo.ts'

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
} as const
