/** Choosing several names of a catalogue, of which the first is the main one. */
export const elecciones = {
  principal: 'Principal',
  hacerPrincipal: (nombre: string) => `Hacer principal: ${nombre}`,
  quitar: (nombre: string) => `Quitar ${nombre}`,
  lleno: (maximo: number) => `Puedes elegir hasta ${maximo}. Para agregar otra opción, quita una.`,
  sinResultados: (busqueda: string) => `No encontramos «${busqueda}» en la lista.`,
  fallo: 'Error al cargar las opciones disponibles',
} as const
