import { CONTRASENA_MIN } from '../limites.ts'
import type { Role } from './roles.ts'

/** The sign-up screens. The differences between the two roles are here and not in their code. */

type Enlace = { pregunta: string; enlace: string; ruta: string }

type Alta = {
  titulo: string
  entrada: string
  enviar: string
  creada: string
  existente: { texto: string; enlace: string; ruta: string }
  nombreRequerido: string
  apellidoRequerido: string
  sinTerminos: string
  yaTienes: Enlace
  otroRol: Enlace
}

export const altas: Record<Role, Alta> = {
  buscador: {
    titulo: 'Crea tu cuenta',
    entrada: 'Es gratis y toma un minuto.',
    enviar: 'Crear cuenta',
    creada: '¡Cuenta creada!',
    existente: {
      texto: 'Ya hay una cuenta con este correo.',
      enlace: 'Inicia sesión',
      ruta: '/login',
    },
    nombreRequerido: 'El campo nombre es requerido.',
    apellidoRequerido: 'El campo apellido es requerido.',
    sinTerminos: 'Debes aceptar los términos y condiciones para continuar.',
    yaTienes: { pregunta: '¿Ya tienes cuenta?', enlace: 'Inicia sesión', ruta: '/login' },
    otroRol: {
      pregunta: '¿Ofreces un oficio?',
      enlace: 'Regístrate como maestro',
      ruta: '/registro-maestro',
    },
  },
  maestro: {
    titulo: 'Regístrate como maestro',
    entrada: 'Que te encuentren en tu alcaldía: gratis y sin comisiones.',
    enviar: 'Crear cuenta de maestro',
    creada: '¡Cuenta de maestro creada!',
    existente: {
      texto: 'Este correo ya está en uso. Si la cuenta de maestro es tuya, entra con ella.',
      enlace: 'Ir al acceso de maestros',
      ruta: '/login-maestro',
    },
    nombreRequerido: 'Por favor ingresa tu nombre.',
    apellidoRequerido: 'Por favor ingresa tu apellido.',
    sinTerminos: 'Debes aceptar los términos y condiciones para continuar.',
    yaTienes: {
      pregunta: '¿Ya estás en el directorio?',
      enlace: 'Entra como maestro',
      ruta: '/login-maestro',
    },
    otroRol: { pregunta: '¿Buscas un maestro?', enlace: 'Regístrate como buscador', ruta: '/registro' },
  },
}

export const registro = {
  nombre: 'Nombre',
  apellido: 'Apellido',
  confirmar: 'Confirmar contraseña',
  acepto: 'He leído y acepto los términos y condiciones',
  leerTerminos: 'Leer los términos y condiciones',
  aceptarTerminos: 'Aceptar los términos',
  otraPestana: '(se abre en otra pestaña)',
  enviando: 'Creando tu cuenta…',
  listaParaEntrar: 'Ya puedes iniciar sesión.',
  porConfirmar: 'Te enviamos un correo: abre su enlace para confirmar tu cuenta.',
  errores: {
    nombreLetras: 'El nombre solo puede contener letras y espacios.',
    apellidoLetras: 'El apellido solo puede contener letras y espacios.',
    nombreLargo: 'El nombre es demasiado largo.',
    apellidoLargo: 'El apellido es demasiado largo.',
    correoInvalido: 'Email inválido. Revisa que esté completo.',
    contrasenaCorta: `La contraseña debe tener al menos ${CONTRASENA_MIN} caracteres.`,
    noCoinciden: 'Las contraseñas no coinciden.',
    existente: 'Cuenta existente',
    email: 'Email inválido',
    emailTexto: 'Revisa que tu correo esté bien escrito.',
    otro: 'Error al registrarse',
  },
} as const

/** /auth: both forms on one screen, with a helper for people who try the product. */
export const accesoDoble = {
  titulo: 'Entra o crea tu cuenta',
  entrada: 'Encuentra maestros de confianza en tu alcaldía.',
  pestanas: 'Acceso',
  iniciar: 'Iniciar Sesión',
  registrarse: 'Registrarse',
  prueba: {
    crear: 'Crear usuario de prueba',
    creando: 'Creando usuario de prueba…',
    nombre: 'Usuario',
    apellido: 'Prueba',
    listo: 'Usuario de prueba creado',
    listoTexto: 'Sus datos ya están en el formulario.',
    soloPruebas: 'Los usuarios de prueba no están disponibles en producción.',
    fallo: 'No se pudo crear el usuario de prueba',
  },
} as const
