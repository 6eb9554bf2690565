/**
 * The steps of the onboarding draft. Each is saved and merged as one unit, so that two devices can fill different steps
 * of one onboarding. The order is the one in which the specification checks them (section 5); the two optional pictures
 * come last.
 */
export const PASOS_DE_BORRADOR = [
  'datos',
  'oficios',
  'alcaldias',
  'selfie',
  'descripcion',
  'referencia1',
  'referencia2',
  'curp',
  'domicilio',
  'ine',
  'ine_reverso',
  'comprobante_domicilio',
] as const
export type PasoDeBorrador = (typeof PASOS_DE_BORRADOR)[number]

/** The steps whose value is the name of an uploaded picture. */
export const PASOS_CON_IMAGEN = ['selfie', 'ine', 'ine_reverso', 'comprobante_domicilio'] as const
export type PasoConImagen = (typeof PASOS_CON_IMAGEN)[number]
export const esPasoConImagen = (paso: PasoDeBorrador): paso is PasoConImagen =>
  PASOS_CON_IMAGEN.some((one) => one === paso)

/** The name of an object of chat-media for each picture. Only the selfie is public (specification, section 7). */
export function nombreDeObjeto(paso: PasoConImagen, maestro: string, ms: number, extension: string): string {
  const archivo = `${ms}.${extension}`
  switch (paso) {
    case 'selfie':
      return `profile-photos/${maestro}/${archivo}`
    case 'ine':
      return `ine_${maestro}_${archivo}`
    default:
      return `documentos/${maestro}/${paso}_${archivo}`
  }
}

/** How long the link of the QR code works. */
export const ENLACE_DE_TELEFONO_MIN = 10
