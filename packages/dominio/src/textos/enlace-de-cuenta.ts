/** The question before a link or a QR code opens an account in this browser. */
export const enlaceDeCuenta = {
  titulo: 'Este enlace abre otra cuenta',
  abre: (correo: string) => `Este enlace abre la cuenta ${correo}.`,
  tuCuenta: (correo: string) => `Ahora estás en tu cuenta ${correo}.`,
  cuidado: (correo: string) =>
    `Si ${correo} no es tuya, no continúes: lo que escribas y las fotos que subas quedarían en esa cuenta.`,
  cambiar: 'Cambiar de cuenta',
  seguir: 'Seguir en mi cuenta',
  invalido: 'Este enlace ya no sirve',
  invalidoTexto: 'Pide otro si lo necesitas. Sigues en tu cuenta.',
  sinConexion: 'No pudimos abrir el enlace',
  sinConexionTexto: 'Revisa tu conexión e inténtalo de nuevo. Sigues en tu cuenta.',
  qr: {
    titulo: '¿Es tu cuenta?',
    abre: (correo: string) => `Este código abre la cuenta ${correo}.`,
    continuar: 'Sí, continuar',
    cancelar: 'No es mi cuenta',
  },
  cuenta: (correo: string) => `Cuenta: ${correo}`,
} as const
