import { CIERRE_DIAS } from '../cuenta/cierre-y-exportacion.ts'
import { TERMINOS_ACTUALIZADOS } from '../limites.ts'
import { DOCUMENTOS_TRAS_DECISION_DIAS } from '../verificacion/estados.ts'
import type { Documento } from './textos-de-terminos.ts'

/**
 * The privacy notice under the Mexican federal law on personal data held by private parties. `correo` is the mailbox for
 * privacy requests.
 */
export const avisoDePrivacidad = (correo: string): Documento => ({
  titulo: 'Acuerdo de Privacidad',
  actualizado: `Última actualización: ${TERMINOS_ACTUALIZADOS}`,
  secciones: [
    {
      titulo: '1. Quién es responsable de tus datos',
      parrafos: [
        'Maestros CDMX, con domicilio en la Ciudad de México, es responsable de los datos personales que nos das al usar el directorio. Los tratamos conforme a la Ley Federal de Protección de Datos Personales en Posesión de los Particulares.',
        `Para cualquier asunto de privacidad, escríbenos a ${correo}.`,
      ],
    },
    {
      titulo: '2. Qué datos reunimos',
      parrafos: [
        'De todas las personas: nombre, apellido, correo electrónico, contraseña (guardada de forma que nadie puede leerla), los mensajes, imágenes y notas de voz que envías por el chat, tus reseñas, tus solicitudes de ayuda, los contactos que pediste o que te pidieron, los perfiles que viste, y los reportes y bloqueos que hiciste, con copia de los mensajes que agregaste como prueba.',
        'De los maestros, además: teléfono, domicilio, CURP, fotografía de tu identificación oficial (INE), comprobante de domicilio, selfie, oficios, alcaldías, descripción de tu trabajo y dos referencias de clientes.',
        'De tu dispositivo: dirección IP, tipo de navegador y fecha de cada sesión, para proteger tu cuenta; durante 90 días guardamos además una huella cifrada de las direcciones desde las que entraste. Si activas las notificaciones, también la dirección que tu navegador nos da para enviarlas a ese dispositivo.',
        'Consideramos datos sensibles tu identificación oficial y tu selfie, porque pueden servir para identificarte por tus rasgos (datos biométricos). Los tratamos solo con tu consentimiento expreso, que das al enviarlos en el registro.',
      ],
    },
    {
      titulo: '3. Para qué los usamos',
      parrafos: [
        'Finalidades necesarias: crear y proteger tu cuenta; mostrar a los maestros en el directorio; hacer posible el chat; entregar el contacto de un maestro a quien lo pide con un motivo; verificar la identidad de los maestros; publicar reseñas; atender tus solicitudes y los reportes; detener abusos y fraudes; cumplir la ley.',
        'Finalidades que puedes rechazar: avisarte por correo de mensajes sin leer, de quien pide tu contacto, de reseñas y de búsquedas; enviarte notificaciones a los dispositivos en los que las actives; y contar, sin tu nombre, cómo se usa el directorio. Los avisos se eligen en «Avisos»; puedes negarte cuando quieras sin perder el servicio.',
      ],
    },
    {
      titulo: '4. Qué ven otras personas',
      parrafos: [
        'Del perfil de un maestro se ve su nombre, la inicial de su apellido, su fotografía, sus oficios y alcaldías, su descripción, qué se ha verificado y sus reseñas. También se ven el nombre de cada referencia y el trabajo que describe. Su teléfono, su apellido completo y los teléfonos de las referencias se muestran solo al buscador que pide el contacto con un motivo.',
        'Las páginas públicas de cada oficio y alcaldía se pueden leer sin cuenta y desde buscadores de internet. Ahí se ve de un maestro su nombre con la inicial, su nivel, su calificación, cuántas reseñas y trabajos tiene, si está verificado y si está disponible hoy. Cada maestro puede dejar de aparecer ahí desde su perfil.',
        `La identificación, el comprobante de domicilio, la CURP y el domicilio nunca se publican. Solo los ves tú y el equipo que verifica. Las imágenes de la identificación y del comprobante se borran ${DOCUMENTOS_TRAS_DECISION_DIAS} días después de su decisión; la CURP y el domicilio se guardan mientras tengas tu cuenta.`,
        'De un buscador, el maestro con quien conversa ve el nombre, los mensajes, si leyó los suyos y el motivo con el que pidió su contacto. Las reseñas se ven en el perfil con el nombre y la inicial del apellido de quien las escribe.',
        'A la persona reportada no le decimos quién la reportó.',
      ],
    },
    {
      titulo: '5. Con quién los compartimos',
      parrafos: [
        'No vendemos tus datos. No los transferimos a terceros, salvo cuando una autoridad competente lo pide conforme a la ley.',
        'Los proveedores que alojan el servicio y envían los correos los tratan por nuestro encargo y bajo nuestras instrucciones.',
        'Si activas las notificaciones, cada una pasa, cifrada, por el servicio de la empresa que hace tu navegador (por ejemplo Google, Apple o Mozilla), que la entrega a tu dispositivo.',
      ],
    },
    {
      titulo: '6. Tus derechos (ARCO)',
      parrafos: [
        'Puedes acceder a tus datos, rectificarlos, cancelarlos u oponerte a su uso, y revocar tu consentimiento.',
        `Desde tu cuenta puedes corregir tu perfil, elegir tus avisos y, en «Tus datos», cambiar tu nombre, descargar una copia de todo lo tuyo o cerrar tu cuenta. Para todo lo demás escríbenos a ${correo} desde el correo de tu cuenta y dinos qué derecho quieres ejercer y sobre qué datos. Si actúas por otra persona, acredita tu representación.`,
        'Te respondemos en un máximo de 20 días hábiles y, si procede, lo hacemos efectivo en los 15 días hábiles siguientes. Si no estás de acuerdo con la respuesta, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno.',
      ],
    },
    {
      titulo: '7. Cuánto tiempo los guardamos',
      parrafos: [
        `Mientras tengas tu cuenta. Si la cierras, a los ${CIERRE_DIAS} días borramos tus datos y archivos; lo que también es de otras personas, como la conversación que tuviste con ellas, queda sin tu nombre.`,
        'Conservamos lo que la ley obliga a conservar, por el plazo que la ley señala y bloqueado para cualquier otro uso.',
      ],
    },
    {
      titulo: '8. Cookies y almacenamiento en tu dispositivo',
      parrafos: [
        'No usamos cookies de publicidad ni de terceros. Guardamos en tu navegador tu sesión, la alcaldía y el oficio que elegiste, y lo que escribiste, fotografiaste o grabaste y aún no se envía. Para que puedas leer sin conexión, guardamos también una copia de tu lista de conversaciones, del final de las últimas conversaciones y de los últimos perfiles que abriste.',
        'Al cerrar sesión se borra todo eso. Si la sesión termina sin que la cierres, se borran las copias; lo que aún no se envía se conserva en tu navegador hasta que vuelvas a entrar. Si cierras tu cuenta, se conserva hasta que la eliminamos, por si cambias de opinión.',
      ],
    },
    {
      titulo: '9. Seguridad',
      parrafos: [
        'Ciframos la comunicación, guardamos las contraseñas con un resumen que no se puede revertir y limitamos quién ve cada dato. Si una vulneración afectara tus derechos, te avisaremos de inmediato.',
      ],
    },
    {
      titulo: '10. Cambios a este aviso',
      parrafos: [
        'Si cambiamos este aviso publicaremos aquí la nueva versión con su fecha. Si el cambio afecta para qué usamos tus datos, te lo diremos antes por correo.',
      ],
    },
  ],
})
