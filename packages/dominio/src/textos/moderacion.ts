import type { MotivoDeBloqueo } from '../moderacion.ts'

/** What the author of a message that was held back reads beneath it: why, and how to go on. */
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
