import type { DatoVerificable, EstadoDeVerificacion, TipoDeVerificacion } from '../verificacion.ts'

/** The verification of a maestro as the maestro sees it. */
export const verificacion = {
  titulo: 'Tu verificación',
  tipos: {
    perfil: 'Perfil verificado',
    ine: 'INE',
    domicilio: 'Domicilio',
    curp: 'CURP',
  } satisfies Record<TipoDeVerificacion, string>,
  estados: {
    pendiente: 'Pendiente',
    en_revision: 'En revisión',
    verificado: 'Verificado',
    rechazado: 'Rechazado',
  } satisfies Record<EstadoDeVerificacion, string>,
  /** What the maestro can do about each state. */
  queHacer: {
    pendiente: 'Lo revisaremos pronto. No tienes que hacer nada.',
    en_revision: 'Lo estamos revisando. Te avisaremos al terminar.',
    verificado: 'Quienes buscan ya ven esta marca en tu perfil.',
    rechazado: 'Corrígelo y envíalo de nuevo.',
  } satisfies Record<EstadoDeVerificacion, string>,
  /** Instead of the sentence of a pending datum, while operators cannot decide because its document is not stored. */
  falta: {
    ine: 'Ya no tenemos la foto de tu INE. Envíala otra vez para que podamos revisarla.',
    comprobante: 'Aún no tenemos tu comprobante. Envíalo para que podamos revisar tu domicilio.',
  },
  perfil: {
    pendiente: 'Se completa cuando tu INE, tu domicilio y tu CURP están verificados.',
  },
  motivo: (motivo: string) => `Motivo: ${motivo}`,
  /** In the dialog where a rejected datum is corrected: the dashboard leads there without showing the reason. */
  motivoDelRechazo: (motivo: string) => `Motivo del rechazo: ${motivo}`,
  sinMotivo: 'No coincide con los demás datos de tu perfil.',
  cambiar: {
    ine: 'Enviar otra foto de tu INE',
    domicilio: 'Cambiar tu domicilio',
    curp: 'Cambiar tu CURP',
  } satisfies Record<DatoVerificable, string>,
  reenviar: {
    ine: 'Enviar tu INE de nuevo',
    domicilio: 'Corregir tu domicilio',
    curp: 'Corregir tu CURP',
  } satisfies Record<DatoVerificable, string>,
  /** The documents besides the datum itself. */
  enviar: {
    reverso: 'Enviar el reverso de tu INE',
    comprobante: 'Enviar tu comprobante de domicilio',
  },
  /** The same once they are stored. */
  enviarOtro: {
    reverso: 'Enviar otra foto del reverso de tu INE',
    comprobante: 'Enviar otro comprobante de domicilio',
  },
  /** Shown before a change of a verified datum. */
  aviso: {
    ine: 'Si envías otra foto, tu INE vuelve a quedar pendiente y tu perfil pierde la marca «Identidad verificada» hasta que la revisemos.',
    domicilio: 'Si lo cambias, tu domicilio vuelve a quedar pendiente hasta que lo revisemos.',
    curp: 'Si la cambias, tu CURP vuelve a quedar pendiente hasta que la revisemos.',
    reverso:
      'Si envías otra foto, tu INE vuelve a quedar pendiente y tu perfil pierde la marca «Identidad verificada» hasta que la revisemos.',
    comprobante: 'Si envías otro, tu domicilio vuelve a quedar pendiente hasta que lo revisemos.',
    foto: 'Si cambias tu foto, tu INE vuelve a quedar pendiente y tu perfil pierde la marca «Identidad verificada» hasta que comprobemos que eres tú.',
  } satisfies Record<DatoVerificable | 'reverso' | 'comprobante' | 'foto', string>,
  /** Shown before a change of the name, by the state of the INE. */
  avisoDeNombre: {
    verificado:
      'Si cambias tu nombre o tu apellido, tu INE vuelve a quedar pendiente y tu perfil pierde la marca «Identidad verificada» hasta que la revisemos. Cambiar solo el teléfono no afecta tu verificación.',
    en_revision:
      'Estamos revisando tu INE. Si cambias tu nombre o tu apellido, vuelve a quedar pendiente. Cambiar solo el teléfono no afecta tu verificación.',
  },
} as const
