/** Beside the sentence that a picture is too large, in every form with pictures. */
export const imagenGrande = {
  reducir: 'Reducir y usar',
} as const
