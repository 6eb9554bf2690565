import { CONTRASENA_MIN } from '../limites.ts'
import type { Role } from './roles.ts'

/** The sign-in screens. The differences between the two roles are here and not in their code. */

type Entrada = {
  titulo: string
  entrada: string
  alta: { pregunta: string; enlace: string; ruta: string }
  otroRol: { pregunta: string; enlace: string; ruta: string }
  olvido: { enlace: string; ruta: string }
  credenciales: string
  /** Shown when the account belongs to the other role. */
  ajena: { titulo: string; texto: string; enlace: string; ruta: string }
}

export const entradas: Record<Role, Entrada> = {
  buscador: {
    titulo: 'Inicia sesión',
    entrada: 'Encuentra maestros de confianza en tu alcaldía.',
    alta: { pregunta: '¿Aún no tienes cuenta?', enlace: 'Regístrate gratis', ruta: '/registro' },
    otroRol: { pregunta: '¿Ofreces un oficio?', enlace: 'Entra como maestro', ruta: '/login-maestro' },
    olvido: { enlace: '¿Olvidaste tu contraseña?', ruta: '/recuperar-buscador' },
    credenciales: 'El email o contraseña no son correctos. ¿Olvidaste tu contraseña?',
    ajena: {
      titulo: 'Cuenta de maestro detectada',
      texto: 'Esta cuenta es de un maestro y entra por su propia puerta.',
      enlace: 'Ir al acceso de maestros',
      ruta: '/login-maestro',
    },
  },
  maestro: {
    titulo: 'Acceso para maestros',
    entrada: 'Responde a quienes te buscan y cuida tu perfil.',
    alta: {
      pregunta: '¿Aún no estás en el directorio?',
      enlace: 'Regístrate como maestro',
      ruta: '/registro-maestro',
    },
    otroRol: { pregunta: '¿Buscas un maestro?', enlace: 'Entra como buscador', ruta: '/login' },
    olvido: { enlace: '¿Olvidaste tu contraseña?', ruta: '/recuperar-maestro' },
    credenciales: 'El email o contraseña no son correctos.',
    ajena: {
      titulo: 'Cuenta de buscador detectada',
      texto: 'Esta cuenta es para buscar maestros y entra por su propia puerta.',
      enlace: 'Ir al acceso de buscadores',
      ruta: '/login',
    },
  },
}

export const acceso = {
  correo: 'Correo electrónico',
  contrasena: 'Contraseña',
  mostrarContrasena: 'Mostrar contraseña',
  ocultarContrasena: 'Ocultar contraseña',
  pistaContrasena: `Al menos ${CONTRASENA_MIN} caracteres.`,
  entrar: 'Iniciar Sesión',
  entrando: 'Entrando…',
  errores: {
    correoVacio: 'Escribe tu correo electrónico.',
    correoInvalido: 'Revisa tu correo: parece incompleto.',
    contrasenaVacia: 'Escribe tu contraseña.',
    credenciales: 'Credenciales incorrectas',
    sinConfirmar: 'Email no confirmado',
    sinConfirmarTexto: 'Abre el enlace que enviamos a tu correo y vuelve a entrar.',
    otro: 'Error al iniciar sesión',
    sinMensaje: 'Algo falló de nuestro lado. Inténtalo de nuevo en un momento.',
    rolInvalido: 'Rol no válido',
    operador: {
      texto: 'Las cuentas de operador no entran por aquí.',
      enlace: 'Ir a la consola de operadores',
      ruta: '/operacion',
    },
    rolInvalidoTexto: 'Esta cuenta no puede entrar por aquí. Escríbenos y lo revisamos.',
  },
  terminada: {
    titulo: 'Tu sesión terminó',
    texto:
      'Pasó mucho tiempo, cambió tu contraseña o se cerró desde otro dispositivo. Inicia sesión de nuevo.',
    comoMaestro: 'Entrar como maestro',
  },
  suspendida: {
    titulo: 'Cuenta suspendida',
    texto: 'Suspendimos tu cuenta, así que no puedes entrar.',
    /** Followed by the address of SUPPORT_EMAIL. */
    ayuda: 'Si crees que es un error, escríbenos a',
    ayudaSinCorreo: 'Si crees que es un error, pide ayuda a quien administra este sitio.',
  },
  /** At the end of the screen, followed by the address of SUPPORT_EMAIL. */
  problemas: '¿Problemas para entrar?',
  escribenos: 'Escríbenos',
  /** Shown beside the form on wide screens. */
  promesas: [
    'En cada perfil ves qué datos verificamos',
    'Chat dentro de la plataforma, sin dar tu número',
    'Gratis, sin comisiones',
  ],
} as const
