/** The installed app: a new version, and data that were stored on the device. */
export const aplicacion = {
  version: {
    titulo: 'Hay una versión nueva',
    texto: 'Actualiza cuando termines lo que estás haciendo.',
    actualizar: 'Actualizar',
  },
  /** Above a list that was stored on the device. */
  actualizado: (hace: string) => `Actualizado ${hace}`,
} as const
