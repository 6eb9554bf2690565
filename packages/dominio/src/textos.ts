/** Texts that several screens use. */
export const comun = {
  producto: 'Maestros CDMX',
  lema: 'Encuentra a la persona indicada para tu casa, cerca de ti.',
  cargando: 'Cargando…',
  reintentar: 'Reintentar',
  sinConexion: 'No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.',
  /** Covers the screen while the code of the next one cannot be loaded. */
  sinRed: {
    titulo: 'No hay conexión a internet',
    texto: 'Conservamos todo lo que hiciste. Seguiremos en cuanto vuelva la red.',
    volver: 'Volver',
  },
  navegadorAntiguo:
    'Tu navegador es demasiado antiguo para Maestros CDMX. Actualízalo o usa otro: funciona con Safari 16.4, Chrome 100 y Firefox 140, o versiones más recientes.',
  cargaFallida: 'La página no terminó de cargar. Revisa tu conexión y cárgala de nuevo.',
  sinScript: 'Para continuar, activa JavaScript en tu navegador.',
  /** Shown by a form that was submitted before the page had finished loading. */
  formulario: {
    waiting: 'La página aún se está cargando. Enviaremos tus datos en cuanto esté lista.',
    stuck:
      'La página no termina de cargar y tus datos no se han enviado. Revisa tu conexión y cárgala de nuevo.',
    reload: 'Cargar de nuevo',
  },
  avisos: 'Avisos',
  cerrar: 'Cerrar',
  saltar: 'Saltar al contenido',
  /** The name of a person whose account was erased. */
  cuentaEliminada: 'Cuenta eliminada',
  rolSinVerificar: 'No se pudo verificar el rol del usuario.',
  /** Of a person who is signed in, while the server cannot be reached. */
  cuentaSinAbrir: 'No pudimos abrir tu cuenta',
  noEncontrada: {
    titulo: 'Oops! Page not found',
    codigo: '404',
    texto: 'La página que buscas no existe o cambió de lugar.',
    inicio: 'Volver al inicio',
  },
  fallo: {
    titulo: 'Algo salió mal de nuestro lado',
    texto: 'No es culpa tuya. Puedes intentarlo de nuevo o volver al inicio.',
    inicio: 'Volver al inicio',
  },
  menu: {
    nombre: 'Menú principal',
    abrir: 'Abrir menú',
    nuevaBusqueda: 'Nueva búsqueda',
    dashboard: 'Dashboard',
    chats: 'Chats',
    perfil: 'Perfil',
    ayuda: 'Ayuda',
    misDatos: 'Tus datos, avisos y cuenta',
    cerrarSesion: 'Cerrar Sesión',
    sinLeer: (chats: number) => (chats === 1 ? '1 chat sin leer' : `${chats} chats sin leer`),
  },
  /** Links at the end of public pages and of the sign-in screens. */
  pie: {
    nombre: 'Enlaces del sitio',
    maestros: 'Maestros por oficio y alcaldía',
    terminos: 'Términos y condiciones',
    privacidad: 'Acuerdo de privacidad',
    /** Followed by the link to the privacy notice. */
    cuidado: 'Cómo cuidamos tus datos:',
    entrar: 'Iniciar sesión',
    entrarMaestro: 'Acceso para maestros',
  },
} as const
