import { CIERRE_DIAS } from '../cuenta/cierre-y-exportacion.ts'
import { TERMINOS_ACTUALIZADOS } from '../limites.ts'

/** The terms of each role, as plain data: sign-up and the legal page show the same text. */

export type Documento = {
  titulo: string
  actualizado: string
  secciones: readonly { titulo: string; parrafos: readonly string[] }[]
}

const actualizado = `Última actualización: ${TERMINOS_ACTUALIZADOS}`

/** What closing an account does (/mis-datos). */
const CIERRE = `Tú puedes descargar tus datos o cerrar tu cuenta cuando quieras en «Tus datos». Al cerrarla tienes ${CIERRE_DIAS} días para arrepentirte: basta con iniciar sesión.`

export const terminosBuscador: Documento = {
  titulo: 'TÉRMINOS Y CONDICIONES – USUARIO BUSCADOR',
  actualizado,
  secciones: [
    {
      titulo: '1. Qué es Maestros CDMX',
      parrafos: [
        'Maestros CDMX es únicamente un directorio en línea: reúne los perfiles de personas que ofrecen un oficio en la Ciudad de México para que puedas encontrarlas y escribirles.',
        'No es un intermediario ni un mercado en línea (marketplace). No emplea, representa ni recomienda a los maestros que aparecen en él.',
      ],
    },
    {
      titulo: '2. Tu cuenta',
      parrafos: [
        'Para usar el directorio debes ser mayor de edad y crear una cuenta de buscador. Cada cuenta tiene un solo rol: con la misma cuenta no se puede ser buscador y maestro.',
        'Los datos que escribas al registrarte deben ser verdaderos, completos y tuyos. Eres responsable de cuidar tu contraseña y de lo que se haga con tu cuenta.',
      ],
    },
    {
      titulo: '3. Costo del servicio',
      parrafos: [
        'En esta etapa inicial, el uso de la plataforma es gratuito y sin comisiones. Si algún día eso cambia, te lo diremos antes y tú decides si continúas.',
      ],
    },
    {
      titulo: '4. Trabajos y pagos',
      parrafos: [
        'Maestros CDMX no intermedia trabajos ni pagos. El precio, la fecha, los materiales, la garantía y la forma de pago se acuerdan directamente entre tú y el maestro, y son responsabilidad de ambos.',
        'No recibimos, guardamos ni transferimos dinero. Nunca te pediremos los datos de tu tarjeta.',
      ],
    },
    {
      titulo: '5. Datos de contacto y chat',
      parrafos: [
        'Los datos de contacto de un maestro se muestran solo cuando tú los pides, después de iniciar un chat y de elegir un motivo válido. Úsalos únicamente para ese motivo y no los compartas con otras personas.',
        'El chat es para hablar del trabajo que necesitas. Para tu seguridad podemos detener mensajes con datos bancarios o con datos de contacto antes de tiempo.',
      ],
    },
    {
      titulo: '6. Reseñas',
      parrafos: [
        'Puedes dejar una reseña solo de un maestro con quien hayas conversado antes por el chat interno. Cuenta lo que pasó, con respeto y sin datos personales de nadie.',
        'Podemos retirar las reseñas falsas, ofensivas o hechas a cambio de algo.',
      ],
    },
    {
      titulo: '7. Verificación y responsabilidad',
      parrafos: [
        'Pedimos a cada maestro su identificación oficial (INE), su CURP, su domicilio y una selfie; el comprobante de domicilio es opcional. Un maestro aparece desde que completa su perfil, también antes de que nuestro equipo revise sus datos: en su perfil se ve cuáles están verificados y cuáles están pendientes.',
        'La verificación confirma su identidad; no garantiza la calidad ni el resultado de un trabajo.',
        'Antes de contratar, compara perfiles, pide una cotización por escrito y acuerda con claridad lo que se va a hacer.',
      ],
    },
    {
      titulo: '8. Suspensión y baja de la cuenta',
      parrafos: [
        'Podemos suspender o eliminar una cuenta por incumplir estos términos, por dar datos falsos, por un comportamiento inapropiado o por usar la plataforma para algo ilícito.',
        CIERRE,
      ],
    },
    {
      titulo: '9. Privacidad, cambios y ley aplicable',
      parrafos: [
        'Tratamos tus datos como explica nuestro Acuerdo de Privacidad. Si cambiamos estos términos, publicaremos la nueva versión con su fecha.',
        'Estos términos se rigen por las leyes de los Estados Unidos Mexicanos. Para cualquier controversia, las partes se someten a los tribunales de la Ciudad de México.',
      ],
    },
  ],
}

export const terminosMaestro: Documento = {
  titulo: 'Términos y Condiciones - Usuario Maestro',
  actualizado,
  secciones: [
    {
      titulo: '1. Un directorio, no un intermediario',
      parrafos: [
        'Maestros CDMX es únicamente un directorio en línea donde las personas encuentran a quienes ofrecen un oficio. No es un intermediario ni un mercado en línea (marketplace), y no es tu empleador ni tu representante.',
        'Maestros CDMX no intermedia trabajos ni pagos: el precio, las fechas, la garantía y el cobro los acuerdas tú directamente con cada cliente.',
        'En esta etapa inicial, aparecer en el directorio es gratuito y sin comisiones.',
      ],
    },
    {
      titulo: '2. Tu cuenta y tus datos',
      parrafos: [
        'Debes ser mayor de edad. Cada cuenta tiene un solo rol: con la misma cuenta no se puede ser maestro y buscador.',
        'Los datos de tu registro y de tu perfil deben ser verdaderos, completos y tuyos. Si algo cambia, actualízalo.',
      ],
    },
    {
      titulo: '3. Verificación de identidad',
      parrafos: [
        'Para aparecer en el directorio debes completar tu perfil con tu identificación oficial (INE), tu CURP, tu domicilio, una selfie, una descripción de tu trabajo y dos referencias de clientes que hayan aceptado que se les llame. El comprobante de domicilio es opcional y ayuda a verificar tu domicilio.',
        'Tu perfil aparece desde que lo completas. Mientras nuestro equipo revisa tus datos, se muestran como pendientes.',
        'Tus documentos no se publican: sirven solo para confirmar que eres tú. La selfie es tu foto de perfil y sí se ve.',
      ],
    },
    {
      titulo: '4. Tu trabajo y tu trato con los clientes',
      parrafos: [
        'Tú respondes por el trabajo que ofreces, por cumplir lo que acuerdes y por tus obligaciones fiscales y laborales.',
        'Tu teléfono se muestra solo a quien lo pide con un motivo válido, después de iniciar un chat contigo. Las reseñas las escriben personas con quienes ya conversaste por el chat interno; no pidas ni pagues reseñas falsas.',
      ],
    },
    {
      titulo: '5. Suspensión y baja de la cuenta',
      parrafos: [
        'Podemos suspender o eliminar una cuenta por incumplir estos términos, por dar datos falsos, por un comportamiento inapropiado o por usar la plataforma para algo ilícito.',
        CIERRE,
      ],
    },
    {
      titulo: '6. Privacidad, cambios y ley aplicable',
      parrafos: [
        'Tratamos tus datos como explica nuestro Acuerdo de Privacidad. Si cambiamos estos términos, publicaremos la nueva versión con su fecha.',
        'Estos términos se rigen por las leyes de los Estados Unidos Mexicanos. Para cualquier controversia, las partes se someten a los tribunales de la Ciudad de México.',
      ],
    },
  ],
}
