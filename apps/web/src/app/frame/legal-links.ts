import { comun } from '@maestros/dominio/textos'

/** Address and label of the pages with the rules. */
export const LEGAL_LINKS = [
  ['/terminos-y-condiciones', comun.pie.terminos],
  ['/acuerdo-de-privacidad', comun.pie.privacidad],
] as const
