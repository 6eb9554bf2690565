/** Confirming the e-mail address of a new account, and the code of an e-mail. */
export const confirmacion = {
  pendiente: {
    titulo: 'Falta confirmar tu correo',
    /** Followed by the address. */
    texto: 'Enviamos un correo a',
    /** Follows the address. */
    siguiente: 'Abre su enlace o escribe aquí su código.',
    noLlega:
      'Si no lo ves, revisa tu carpeta de correo no deseado. Si tu correo está mal escrito, crea la cuenta otra vez con el correcto.',
  },
  enlace: {
    titulo: 'Ese enlace ya no sirve',
    texto:
      'Se usó antes, venció o pediste otro después. Si ya confirmaste tu correo, inicia sesión. Si no, pide otro correo o escribe el código del último que te llegó.',
  },
  correo: 'Correo con el que te registraste',
  codigo: 'Código de seis dígitos',
  confirmar: 'Confirmar mi correo',
  confirmando: 'Confirmando…',
  reenviar: 'Reenviar correo',
  reenviando: 'Reenviando…',
  reenviarEn: (segundos: number) =>
    segundos < 100
      ? `Reenviar correo en ${segundos} s`
      : `Reenviar correo en ${Math.ceil(segundos / 60)} min`,
  /** The same for every address: it does not say whether there is an account. */
  reenviado:
    'Listo. Si esa cuenta está por confirmar, el correo llega en unos minutos. Solo sirve el más reciente.',
  recuperar: {
    texto: '¿Abriste el correo en otro dispositivo? Escribe aquí su código.',
    continuar: 'Continuar',
    comprobando: 'Comprobando…',
  },
  errores: {
    codigo: 'Escribe los seis números del código.',
    /** After five wrong codes only the link of the e-mail works for a while. */
    equivocado: 'El código no es correcto o ya venció. Usa el del último correo, abre su enlace o pide otro.',
    sinReenvio: 'No enviamos otro correo',
  },
} as const
