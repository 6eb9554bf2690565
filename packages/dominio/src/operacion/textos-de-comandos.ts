import type { EstadoDeTicket } from '../ayuda/estados-de-ticket.ts'
import { TICKET_RESPUESTA } from '../limites.ts'
import type { MotivoDeReporte } from '../seguridad/reportes.ts'
import { MOTIVO_MAX, MOTIVO_MIN } from '../verificacion/estados.ts'
import { verificacion } from '../verificacion/textos.ts'
import { ACCESO_DE_OPERADOR_HORAS, type NivelDeOperador } from './operadores.ts'
import { actosDeOperadores } from './textos-de-actos.ts'

/** What the operator's command line writes. */

const USO = 'npm run operator --'

const ordenes = {
  create: {
    uso: 'create <correo> --nombre <nombre> --apellido <apellido> [--nivel <revisor|responsable>] [--as <operador>]',
    texto:
      'Crea una cuenta de operador y escribe su enlace de acceso. Sin --nivel es revisor; el primero siempre es responsable. Sin --as se crea solo cuando no hay responsables activos; si los hay, la crea uno de ellos.',
  },
  access: {
    uso: 'access <correo> [--as <operador>]',
    texto:
      'Escribe un enlace que sirve una vez, durante 24 horas, para elegir la contraseña y registrar el segundo factor. Cierra las sesiones del operador de inmediato; al usarlo se quita el segundo factor anterior. Sin --as actúa el operador nombrado, que debe ser responsable.',
  },
  level: {
    uso: 'level <correo> <revisor|responsable> --as <operador>',
    texto:
      'Cambia el nivel de un operador. Solo un responsable suspende cuentas, lee la auditoría en la consola, crea operadores, da acceso y cambia niveles. Siempre queda un responsable.',
  },
  verifications: {
    uso: 'verifications [--limit <n>] | verifications show <maestro> --as <operador>',
    texto:
      'Muestra a los maestros con datos sin decidir, del más antiguo al más nuevo. show enseña los datos, los documentos y quién más tiene la misma CURP; queda en la auditoría.',
  },
  review: {
    uso: 'review <maestro> <ine|curp|domicilio|todo> --as <operador>',
    texto:
      'Pone los datos en revisión, y el maestro lo ve en su perfil. Si cambia algo después, vuelven a estar pendientes. todo deja como están los datos ya decididos; un dato verificado que se nombra deja de estarlo.',
  },
  verify: {
    uso: 'verify <maestro> <ine|curp|domicilio|todo> --as <operador>',
    texto:
      'Verifica los datos que viste con verifications show. Las insignias y el nivel del maestro cambian de inmediato.',
  },
  reject: {
    uso: 'reject <maestro> <ine|curp|domicilio|todo> --motivo <texto> --as <operador>',
    texto:
      'Rechaza los datos que viste con verifications show. El maestro lee el motivo: escribe qué debe corregir.',
  },
  suspend: {
    uso: 'suspend <cuenta> --motivo <texto> [--mensaje <texto>] --as <operador>',
    texto:
      'Suspende una cuenta: cierra sus sesiones, no puede entrar y sale del directorio. El motivo queda en la auditoría y solo lo leen operadores. La persona recibe un correo con el mensaje; sin él, con una frase general.',
  },
  restore: {
    uso: 'restore <cuenta> --motivo <texto> [--mensaje <texto>] --as <operador>',
    texto: 'Quita la suspensión de una cuenta. La persona recibe un correo, con el mensaje si lo hay.',
  },
  account: {
    uso: 'account <correo|id|teléfono> --as <operador>',
    texto:
      'Muestra una cuenta: estado, sesiones, verificación, reportes, tickets, reseñas y lo último de la auditoría. Un teléfono encuentra a todos los maestros que lo tienen. Queda en la auditoría.',
  },
  reviews: {
    uso: 'reviews <maestro> [--limit <n>]',
    texto: 'Muestra las reseñas de un maestro con su id y sus fotos, de la más nueva a la más antigua.',
  },
  'remove-review': {
    uso: 'remove-review <reseña> --motivo <texto> --as <operador>',
    texto: 'Retira una reseña con sus fotos. La calificación y el nivel del maestro cambian de inmediato.',
  },
  'remove-photo': {
    uso: 'remove-photo <foto> --motivo <texto> --as <operador>',
    texto: 'Retira una foto de una reseña. <foto> es su dirección o su nombre; la reseña se queda.',
  },
  tickets: {
    uso: 'tickets [--open] [--limit <n>] | tickets show <id> --as <operador> | tickets answer <id> --text <texto> [--state <estado>] --as <operador> | tickets state <id> <estado> --as <operador>',
    texto:
      'Muestra los tickets de soporte, del más nuevo al más antiguo; --open, solo los que no están resueltos, del más antiguo al más nuevo. show enseña uno con sus imágenes y respuestas; queda en la auditoría. answer responde: la persona recibe un correo y un ticket abierto queda en proceso. state cambia su estado: abierto, en_proceso o resuelto.',
  },
  reports: {
    uso: 'reports [--open] [--about <cuenta>] [--limit <n>] | reports show <id> --as <operador> | reports close <id> --note <texto> --as <operador>',
    texto:
      'Muestra los reportes de personas, del más nuevo al más antiguo; --open, solo los abiertos, del más antiguo al más nuevo; --about, los que reportan a una cuenta. show enseña uno completo, con los mensajes elegidos y sus archivos; leer mensajes queda en la auditoría. close lo cierra con una nota, y quien reportó recibe un correo.',
  },
  searches: {
    uso: 'searches [--limit <n>]',
    texto:
      'Muestra lo que se buscó sin encontrar a nadie en los últimos 30 días: día, alcaldía, oficio y cuántas búsquedas.',
  },
  jobs: {
    uso: 'jobs [--limit <n>] | jobs retry <id|all> --as <operador> | jobs drop <id> --motivo <texto> --as <operador>',
    texto:
      'Cuenta los trabajos en espera y muestra los que fallaron del todo, con su error y los ids de sus datos. retry vuelve a intentar uno o todos; drop lo descarta para siempre. Los dos quedan en la auditoría.',
  },
  audit: {
    uso: 'audit [--about <cuenta>] [--limit <n>]',
    texto: 'Muestra quién hizo qué, sobre quién y cuándo, del más nuevo al más antiguo.',
  },
  'accept-keys': {
    uso: 'accept-keys',
    texto:
      'Acepta otra JWT_SECRET u otra DOCUMENTS_KEY para esta base de datos. Dice qué termina con la anterior y pide que lo confirmes. Se usa con los servidores detenidos y con los ajustes que van a tener.',
  },
  'remove-demo': {
    uso: 'remove-demo',
    texto:
      'Borra a las personas de la demostración y a nadie más. Dice cuántas son y pide que lo confirmes. Lo que también es de otras personas, como un chat, se queda sin los datos de la demostración.',
  },
} as const

export type OrdenDeOperador = keyof typeof ordenes

export const operador = {
  uso: USO,
  ordenes,
  ayuda: {
    titulo: `Uso: ${USO} <orden> [opciones]`,
    ordenes: 'Órdenes:',
    opciones: [
      '<maestro> y <cuenta> son un correo o un id. Las horas son las de la Ciudad de México.',
      '--as <operador>   correo del operador que actúa; queda en la auditoría',
      '--json            escribe el resultado como JSON, con las horas en UTC',
      '--help            explica todas las órdenes, o una: <orden> --help',
      'Código de salida: 0 si todo salió bien, 1 si algo falló, 2 si la orden está mal escrita.',
    ],
  },
  sinOrden: `Falta la orden. Escribe ${USO} --help para ver cuáles hay.`,
  ordenDesconocida: (orden: string) =>
    `No existe la orden '${orden}'. Escribe ${USO} --help para ver cuáles hay.`,
  usoDe: (uso: string) => `Uso: ${USO} ${uso}`,
  opcionDesconocida: (opcion: string) => `No se reconoce la opción '${opcion}'.`,
  /** A value that begins with a hyphen is taken for an option, unless it is joined with `=`. */
  opcionSinValor: (opcion: string) =>
    `La opción ${opcion} necesita un valor. Si el valor empieza con un guion, únelo con =: ${opcion}='- …'.`,
  opcionConValor: (opcion: string) => `La opción ${opcion} no lleva un valor.`,
  opcionAjena: (opcion: string) => `Esta orden no tiene la opción --${opcion}.`,
  faltaOpcion: (opcion: string) => `Falta la opción --${opcion}.`,
  faltaArgumento: (argumento: string) => `Falta ${argumento}.`,
  argumentoDeMas: (argumento: string) => `Sobra '${argumento}'.`,
  argumentos: {
    correo: 'el correo',
    nivel: 'el nivel: revisor o responsable',
    maestro: 'el correo o id del maestro',
    cuenta: 'el correo o id de la cuenta',
    cuentaOTelefono: 'el correo, el id o el teléfono de la cuenta',
    dato: 'el dato: ine, curp, domicilio o todo',
    resena: 'el id de la reseña',
    foto: 'la dirección o el nombre de la foto',
    reporte: 'el número del reporte',
    ticket: 'el id del ticket',
    trabajo: 'el número del trabajo',
    trabajoOTodos: 'el número del trabajo, o all',
    estado: 'el estado: abierto, en_proceso o resuelto',
  },
  datoDesconocido: (dato: string) => `'${dato}' no es un dato. Escribe ine, curp, domicilio o todo.`,
  reporteInvalido: (id: string) => `'${id}' no es el número de un reporte.`,
  trabajoInvalido: (id: string) => `'${id}' no es el número de un trabajo.`,
  ticketInvalido: (id: string) => `'${id}' no es el id de un ticket.`,
  estadoDesconocido: (estado: string) =>
    `'${estado}' no es un estado. Escribe abierto, en_proceso o resuelto.`,
  limiteInvalido: (limite: string) => `'${limite}' no es un límite. Escribe un número del 1 al 1000.`,
  correoInvalido: (correo: string) => `'${correo}' no es un correo.`,
  resenaInvalida: (resena: string) => `'${resena}' no es el id de una reseña.`,
  cuentaInvalida: (cuenta: string) => `'${cuenta}' no es un correo ni un id.`,
  errores: {
    operador: 'Esa cuenta no es de un operador activo. Revisa --as.',
    sin_operador: 'Falta la opción --as: hay responsables activos, y uno de ellos debe crear a los demás.',
    no_operador: 'Esa cuenta no es de un operador activo.',
    nivel: 'Solo un operador responsable puede hacer esto. No se cambió nada.',
    ultimo_responsable: 'Es el último operador responsable y debe seguir siéndolo. No se cambió nada.',
    motivo: `El motivo o la nota debe tener entre ${MOTIVO_MIN} y ${MOTIVO_MAX} caracteres.`,
    maestro: 'Esa cuenta no tiene perfil de maestro.',
    sin_dato: 'El maestro todavía no ha entregado ese dato. No se cambió nada.',
    cambio:
      'El maestro cambió sus datos y no los has visto así. Mira con verifications show y decide de nuevo. No se cambió nada.',
    otro_operador:
      'Otro operador ya decidió sobre ese dato. Mira con verifications show y decide de nuevo. No se cambió nada.',
    sin_archivo: 'No hay foto de la INE, o ya se borró. Recházala y pide que la envíe. No se cambió nada.',
    sin_comprobante:
      'El maestro no ha enviado su comprobante de domicilio, o ya se borró. No se cambió nada.',
    propia: 'Un operador no puede suspender ni restaurar su propia cuenta.',
    cuenta: 'No hay ninguna cuenta con ese correo o id.',
    telefono: 'Ningún maestro tiene ese teléfono.',
    mensaje: `El mensaje debe tener entre ${MOTIVO_MIN} y ${MOTIVO_MAX} caracteres.`,
    correo: 'Ese correo ya tiene una cuenta.',
    resena: 'No hay ninguna reseña con ese id.',
    foto: 'No hay ninguna reseña con esa foto.',
    reporte: 'No hay ningún reporte con ese número.',
    ticket: 'No hay ningún ticket con ese id.',
    trabajo: 'No hay ningún trabajo fallido con ese número.',
    ticket_sin_cuenta: 'La cuenta de ese ticket fue eliminada. Ya no se puede responder.',
    estado_de_ticket: 'El estado debe ser abierto, en_proceso o resuelto.',
    respuesta: `La respuesta debe tener entre ${TICKET_RESPUESTA.min} y ${TICKET_RESPUESTA.max} caracteres.`,
    nombre:
      'El nombre y el apellido deben tener entre 1 y 100 caracteres, sin teléfonos, correos ni enlaces.',
  },
  sinBase: (carpeta: string) =>
    `No hay una base de datos en ${carpeta}. Inicia el servidor una vez con npm start, o define DATABASE_URL.`,
  baseAtrasada:
    'La base de datos no está al día. Reinicia el servidor con esta versión y vuelve a intentarlo.',
  baseSinRespuesta: (detalle: string) => `La base de datos no responde: ${detalle}`,
  creado: (correo: string) => `Se creó el operador ${correo}.`,
  acceso: (enlace: string) =>
    `Enlace para elegir la contraseña (sirve una vez, durante ${ACCESO_DE_OPERADOR_HORAS} horas): ${enlace}`,
  nivelCambiado: (correo: string, nivel: NivelDeOperador) => `${correo} ahora es ${nivel}.`,
  nivelDesconocido: (nivel: string) => `'${nivel}' no es un nivel. Escribe revisor o responsable.`,
  decidido: {
    en_revision: 'en revisión',
    verificado: 'verificado',
    rechazado: 'rechazado',
    pendiente: 'pendiente',
  },
  datos: verificacion.tipos,
  sinCambio: 'Ya estaba así: no se cambió nada.',
  suspendida: (correo: string) => `La cuenta ${correo} está suspendida.`,
  restaurada: (correo: string) => `La cuenta ${correo} ya no está suspendida.`,
  cuenta: {
    creada: (cuando: string) => `Creada: ${cuando}`,
    confirmada: (cuando: string) => `Correo confirmado: ${cuando}`,
    sinConfirmar: 'Correo sin confirmar',
    suspendida: (cuando: string) => `Suspendida: ${cuando}`,
    seCierra: (pedido: string, borrar: string) => `Cerrada por la persona: ${pedido}. Se elimina: ${borrar}`,
    eliminada: (cuando: string) => `Eliminada: ${cuando}`,
    rol: (rol: string) => `Rol: ${rol}`,
    sinRol: 'ninguno',
    telefono: (telefono: string) => `Teléfono: ${telefono}`,
    sesiones: (cuantas: number) => `Sesiones abiertas: ${cuantas}`,
    completo: 'Perfil de maestro completo',
    incompleto: 'Perfil de maestro sin completar',
    verificacion: (estados: string) => `Verificación: ${estados}`,
    reportesEnviados: 'Reportes que envió',
    reportesRecibidos: 'Reportes sobre esta cuenta',
    cuantos: (titulo: string, total: number, abiertos: number) =>
      `${titulo}: ${total}${abiertos > 0 ? ` (${abiertos} sin cerrar)` : ''}`,
    tickets: (total: number, abiertos: number) =>
      `Tickets: ${total}${abiertos > 0 ? ` (${abiertos} sin resolver)` : ''}`,
    resenas: (escritas: number, recibidas: number) => `Reseñas: escribió ${escritas}, recibió ${recibidas}`,
    auditoria: 'Lo último de la auditoría:',
  },
  resenaRetirada: 'La reseña se retiró, con sus fotos.',
  fotoRetirada: 'La foto se retiró. La reseña se queda.',
  sinResenas: 'El maestro no tiene reseñas.',
  oculta: 'oculta: su autor está suspendido',
  sinClave:
    'Para ver los archivos, ejecuta esta orden en la máquina del servidor, con su DATA_DIR o su JWT_SECRET.',
  verificacion: {
    nadie: 'Nadie espera una decisión.',
    /** `hace` is how long the oldest datum has waited: 'hace 3 días'. */
    desde: (hace: string) => `desde ${hace}`,
    repetida: '(CURP repetida)',
    motivo: (motivo: string) => `Motivo: ${motivo}`,
    falta: 'no lo ha entregado',
    curp: (curp: string) => `CURP: ${curp}`,
    mismaCurp: (cuenta: string) => `La misma CURP tiene ${cuenta}`,
    domicilio: 'Domicilio:',
    enlaces: 'Documentos (los enlaces vencen en una o dos horas):',
    documentos: {
      ine: 'INE, frente',
      ine_reverso: 'INE, reverso',
      selfie: 'Selfie',
      comprobante_domicilio: 'Comprobante de domicilio',
    },
    sinDocumento: 'no hay',
  },
  hayMas: (cuantos: number) => `Hay ${cuantos} más. Usa --limit para ver más.`,
  sinTickets: 'No hay tickets.',
  ticket: {
    estados: { abierto: 'abierto', en_proceso: 'en proceso', resuelto: 'resuelto' } satisfies Record<
      EstadoDeTicket,
      string
    >,
    cuenta: (correo: string, rol: string) => `Cuenta: ${correo} (${rol})`,
    imagenes: 'Imágenes (los enlaces vencen en un día):',
    respuesta: (cuando: string, operador: string) => `Respuesta de ${operador}, ${cuando}:`,
    respondido: (estado: string) =>
      `La respuesta quedó guardada y sale por correo. El ticket está ${estado}.`,
    cambiado: (estado: string) => `El ticket está ${estado}.`,
  },
  sinBusquedas: 'En los últimos 30 días todas las búsquedas encontraron a alguien.',
  busqueda: (dia: string, sinResultado: number, oficio: string, alcaldia: string, conResultado: number) =>
    `${dia}  ${String(sinResultado).padStart(6)}  ${oficio} en ${alcaldia}${conResultado > 0 ? `  (${conResultado} más encontraron a alguien)` : ''}`,
  confirma: (frase: string) => `Para continuar escribe: ${frase}`,
  sinConfirmar: 'No se escribió la confirmación. No se cambió nada.',
  demo: {
    ninguna: 'No hay cuentas de demostración.',
    pregunta: (cuentas: number) =>
      `Cuentas de la demostración que se van a borrar: ${cuentas}. Nadie más pierde su cuenta. No se puede deshacer.`,
    frase: 'borrar demostración',
    borradas: (cuentas: number) =>
      `Cuentas de la demostración borradas: ${cuentas}. El servidor quita después sus archivos.`,
  },
  claves: {
    iguales: 'Las claves de estos ajustes son las de la base de datos. No se cambió nada.',
    cambia: (ajuste: string, antes: readonly string[], ahora: string) =>
      `${ajuste}: la clave ${ahora} en lugar de ${antes.join(' y ')}.`,
    terminaConJwt: (sesiones: number, enlaces: number) => [
      `  Se cierran todas las sesiones (${sesiones}): cada persona vuelve a entrar con su contraseña.`,
      `  Dejan de servir los enlaces y códigos de acceso ya enviados (${enlaces}), los enlaces para no recibir correos y las direcciones de archivos privados.`,
    ],
    terminaConDocumentos: (documentos: number, exportaciones: number, factores: number) => [
      `  Ya no se pueden leer los documentos de identidad guardados (${documentos}), salvo con la clave anterior.`,
      `  Terminan las copias de datos que esperan su descarga (${exportaciones}): quien quiera la suya la pide otra vez.`,
      `  Se quitan los segundos factores de los operadores (${factores}): cada uno necesita un enlace nuevo (access).`,
    ],
    detener: 'Antes de continuar, detén todos los servidores de esta base de datos.',
    frase: (ids: readonly string[]) => `aceptar ${ids.join(' ')}`,
    aceptadas: (ids: readonly string[]) =>
      `Listo: ${ids.length === 1 ? `se aceptó la clave ${ids[0]}` : `se aceptaron las claves ${ids.join(' y ')}`}. Arranca los servidores con estos ajustes.`,
  },
  trabajo: {
    cuenta: (en: { waiting: number; running: number; failed: number }) =>
      `En espera: ${en.waiting}. En curso: ${en.running}. Fallidos: ${en.failed}.`,
    intentos: (intentos: number) => (intentos === 1 ? '1 intento' : `${intentos} intentos`),
    reintentados: (cuantos: number) =>
      cuantos === 1 ? 'Se volverá a intentar 1 trabajo.' : `Se volverán a intentar ${cuantos} trabajos.`,
    ninguno: 'No hay trabajos fallidos.',
    descartado: (id: string) => `El trabajo ${id} se descartó.`,
  },
  sinReportes: 'No hay reportes.',
  reporte: {
    abierto: 'abierto',
    cerrado: 'cerrado',
    reporta: 'reporta a',
    mensajes: 'Mensajes elegidos:',
    cuantosMensajes: (cuantos: number) => `Mensajes elegidos: ${cuantos}`,
    nota: (nota: string) => `Nota: ${nota}`,
    imagen: (objeto: string) => `[imagen ${objeto}]`,
    imagenEliminada: '[imagen eliminada]',
    notaDeVoz: (objeto: string) => `[nota de voz ${objeto}]`,
    notaDeVozEliminada: '[nota de voz eliminada]',
    sinArchivo: 'el archivo ya no existe',
    enlaces: 'Los enlaces vencen en una o dos horas.',
    cerradoAhora: (id: string) => `El reporte ${id} quedó cerrado.`,
    motivos: {
      fraude: 'fraude o cobro engañoso',
      acoso: 'acoso o amenazas',
      identidad_falsa: 'identidad falsa',
      trabajo_peligroso: 'trabajo peligroso',
      contenido_inapropiado: 'contenido inapropiado',
      otro: 'otro',
    } satisfies Record<MotivoDeReporte, string>,
  },
  sinAuditoria: 'La auditoría está vacía.',
  sinActos: 'La auditoría no tiene nada sobre esa cuenta.',
  cuentaBorrada: 'cuenta eliminada',
  actos: actosDeOperadores,
} as const
