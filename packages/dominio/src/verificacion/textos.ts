import {
  type Correccion,
  type DatoVerificable,
  type DocumentoDeVerificacion,
  type EstadoDeVerificacion,
  type LineaDeVerificacion,
  porVerificar,
  type Verificacion,
} from './estados.ts'

/** The verification of a maestro. Operators read the same words beside what they decide. */
export const verificacion = {
  titulo: 'Tu verificación',
  tipos: {
    ine: 'INE',
    domicilio: 'Domicilio',
    curp: 'CURP',
  } satisfies Record<DatoVerificable, string>,
  estados: {
    pendiente: 'Pendiente',
    en_revision: 'En revisión',
    verificado: 'Verificado',
    rechazado: 'Rechazado',
  } satisfies Record<EstadoDeVerificacion, string>,
  verificado: {
    ine: 'Tu perfil lleva la marca «Identidad verificada».',
    domicilio: 'Quienes buscan ven que tu domicilio está verificado, no dónde es.',
    curp: 'Quienes buscan ven que tu CURP está verificada, no cuál es.',
  } satisfies Record<DatoVerificable, string>,
  enRevision: 'Lo estamos revisando. Te avisaremos al terminar.',
  /** Of a pending datum with all that operators need. */
  enEspera: 'Lo revisaremos pronto. No tienes que hacer nada.',
  /** Of a pending datum while operators cannot decide because its document is not stored. */
  falta: {
    ine: 'Ya no tenemos la foto de tu INE. Envíala otra vez para que podamos revisarla.',
    comprobante: 'Aún no tenemos tu comprobante. Envíalo para que podamos revisar tu domicilio.',
  },
  /** The profile as a whole, above the data. */
  perfil: {
    verificado: 'Tu perfil está verificado, y así lo ven quienes buscan.',
    conIdentidad: (faltan: string) =>
      `Tu INE ya te da la marca «Identidad verificada». Para que todo tu perfil quede verificado, también debemos verificar ${faltan}.`,
    sinIdentidad: (faltan: string) =>
      `Para que todo tu perfil quede verificado, debemos verificar ${faltan}. La marca «Identidad verificada» viene de tu INE.`,
  },
  enFrase: {
    ine: 'tu INE',
    domicilio: 'tu domicilio',
    curp: 'tu CURP',
  } satisfies Record<DatoVerificable, string>,
  motivo: (motivo: string) => `Motivo: ${motivo}`,
  /** What ends a rejection: one or several ways. */
  queSigue: (maneras: string) => `Qué sigue: ${maneras}. Después lo revisamos otra vez.`,
  maneras: {
    ine: 'envía otra foto de tu INE',
    reverso: 'envía otra foto del reverso de tu INE',
    nombre: 'corrige tu nombre',
    foto: 'cambia tu foto de perfil',
    domicilio: 'corrige tu domicilio',
    comprobante: 'envía tu comprobante de domicilio',
    curp: 'corrige tu CURP o confirma que está bien',
  } satisfies Record<Correccion, string>,
  /** In the dialog where a rejected datum is corrected: the dashboard leads there without showing the reason. */
  motivoDelRechazo: (motivo: string) => `Motivo del rechazo: ${motivo}`,
  sinMotivo: 'No coincide con los demás datos de tu perfil.',
  cambiar: {
    ine: 'Enviar otra foto de tu INE',
    domicilio: 'Cambiar tu domicilio',
    curp: 'Cambiar tu CURP',
  } satisfies Record<DatoVerificable, string>,
  /** What the maestro is asked for: a missing document, or what ends a rejection. */
  pedido: {
    ine: 'Enviar tu INE de nuevo',
    reverso: 'Enviar el reverso de tu INE',
    nombre: 'Corregir tu nombre',
    foto: 'Cambiar tu foto de perfil',
    domicilio: 'Corregir tu domicilio',
    comprobante: 'Enviar tu comprobante de domicilio',
    curp: 'Corregir tu CURP',
  } satisfies Record<Correccion, string>,
  /** A document besides the datum itself, when one is stored. */
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
  } satisfies Record<Exclude<Correccion, 'nombre'>, string>,
  /** Shown before a change of the name, by the state of the INE. */
  avisoDeNombre: {
    verificado:
      'Si cambias tu nombre o tu apellido, tu INE vuelve a quedar pendiente y tu perfil pierde la marca «Identidad verificada» hasta que la revisemos. Cambiar solo el teléfono no afecta tu verificación.',
    en_revision:
      'Estamos revisando tu INE. Si cambias tu nombre o tu apellido, vuelve a quedar pendiente. Cambiar solo el teléfono no afecta tu verificación.',
  },
} as const

/** What a state means, and what the maestro can do. The reason of a rejection is shown before it. */
export function explicacionDe({ tipo, estado, siguiente }: LineaDeVerificacion): string {
  const [pedido] = siguiente
  if (estado === 'verificado') return verificacion.verificado[tipo]
  if (estado === 'en_revision') return verificacion.enRevision
  if (estado === 'rechazado')
    return verificacion.queSigue(
      enLista(
        siguiente.map((one) => verificacion.maneras[one]),
        'o',
      ),
    )
  return pedido === 'ine' || pedido === 'comprobante' ? verificacion.falta[pedido] : verificacion.enEspera
}

/** Why the mark of the identity and the verified profile are two things, with what is missing for the second. */
export function resumenDeVerificacion(dado: readonly Verificacion[]): string {
  const faltan = porVerificar(dado)
  if (faltan.length === 0) return verificacion.perfil.verificado
  const frase = enLista(
    faltan.map((dato) => verificacion.enFrase[dato]),
    'y',
  )
  return verificacion.perfil[faltan.includes('ine') ? 'sinIdentidad' : 'conIdentidad'](frase)
}

/** The label of the button that sends or changes something. `pedido`: the maestro is asked for it. */
export function accionDe(
  correccion: Correccion,
  pedido: boolean,
  guardados: readonly DocumentoDeVerificacion[],
): string {
  if (correccion === 'reverso' || correccion === 'comprobante') {
    const stored = guardados.includes(correccion === 'reverso' ? 'ine_reverso' : 'comprobante_domicilio')
    return (stored ? verificacion.enviarOtro : verificacion.pedido)[correccion]
  }
  if (pedido || correccion === 'nombre' || correccion === 'foto') return verificacion.pedido[correccion]
  return verificacion.cambiar[correccion]
}

const enLista = (partes: readonly string[], nexo: 'y' | 'o') =>
  partes.length < 2 ? partes.join('') : `${partes.slice(0, -1).join(', ')} ${nexo} ${partes.at(-1)}`
