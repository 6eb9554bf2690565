import type { Role } from './roles.ts'

/** The question before a link or a QR code opens an account in this browser. */
export const enlaceDeCuenta = {
  titulo: '¿Es tu cuenta?',
  abre: 'El enlace que abriste entra a esta cuenta:',
  rol: { buscador: 'Cuenta para buscar maestros', maestro: 'Cuenta de maestro' } satisfies Record<
    Role,
    string
  >,
  cuidado: 'Si no es tuya, no entres: lo que escribas y las fotos que subas quedarían en esa cuenta.',
  tuCuenta: (correo: string) =>
    `Ahora estás en tu cuenta ${correo}. Si entras a la otra, sales de la tuya en este navegador.`,
  entrar: (quien: string) => `Entrar como ${quien}`,
  noSoyYo: 'No soy yo',
  seguir: 'Seguir en mi cuenta',
  seguirSinCuenta: 'Seguir sin abrirlo',
  invalido: 'Este enlace ya no sirve',
  invalidoTexto: 'Pide otro si lo necesitas. Sigues en tu cuenta.',
  sinConexion: 'No pudimos abrir el enlace',
  sinConexionTexto: 'Revisa tu conexión e inténtalo de nuevo.',
  cuenta: (correo: string) => `Cuenta: ${correo}`,
} as const
