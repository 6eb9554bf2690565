/** What to place in the frame of the viewfinder. */
export const marcos = {
  cara: 'Pon tu cara dentro del óvalo.',
  ine: 'Pon el frente de tu INE dentro del marco.',
  ineReverso: 'Pon el reverso de tu INE dentro del marco.',
  comprobante: 'Pon el comprobante completo dentro del marco.',
} as const

/** The viewfinder with which a picture is taken. */
export const camara = {
  capturar: 'Tomar foto',
  repetir: 'Repetir',
  usar: 'Usar esta foto',
  abriendo: 'Abriendo la cámara…',
  oscura: 'Está muy oscuro: busca más luz.',
  borrosa: 'Se ve borroso: sostén firme el teléfono.',
  bien: 'Se ve bien.',
  vista: 'Lo que ve la cámara',
  sinCamara: 'No pudimos abrir la cámara aquí. Usa la cámara de tu teléfono.',
  sinPermiso:
    'No tenemos permiso para la cámara. Permítela en los ajustes del navegador o usa la cámara de tu teléfono.',
  abrirCamara: 'Abrir la cámara del teléfono',
} as const
