/**
 * The three levels of a maestro's reputation and their conditions (design, section 5). Only the
 * database derives them, in interno.nivel_de_reputacion; a test compares it with UMBRALES.
 */
export const NIVELES = ['nuevo', 'confianza_comprobada', 'experto'] as const
export type Nivel = (typeof NIVELES)[number]

export const ETIQUETAS: Record<Nivel, string> = {
  nuevo: 'Nuevo',
  confianza_comprobada: 'Confianza comprobada',
  experto: 'Experto',
}

/**
 * The badge style of each level (specification, section 2). The specification chose red for the best level.
 */
export const ESTILOS = {
  nuevo: 'secondary',
  confianza_comprobada: 'default',
  experto: 'destructive',
} as const satisfies Record<Nivel, string>

interface Umbral {
  confirmadas: number
  promedio: number
}

/** Both also require a verified identity. */
export const UMBRALES: Record<Exclude<Nivel, 'nuevo'>, Umbral> = {
  experto: { confirmadas: 10, promedio: 4.5 },
  confianza_comprobada: { confirmadas: 3, promedio: 4 },
}

/** What a maestro still needs for the next level. */
export interface Progreso {
  /** The level that follows; null for the highest one. */
  siguiente: Exclude<Nivel, 'nuevo'> | null
  /** Reviews of completed jobs that are still missing. */
  faltan: number
  faltaIdentidad: boolean
  /** The average that the next level needs, when the present one is lower and there are reviews. */
  promedioMinimo: number | null
}

export function progresoDeReputacion(maestro: {
  nivel: Nivel
  identidadVerificada: boolean
  confirmadas: number
  cantidad: number
  promedio: number
}): Progreso {
  const siguiente = SIGUIENTE[maestro.nivel]
  if (siguiente === null) return { siguiente, faltan: 0, faltaIdentidad: false, promedioMinimo: null }
  const { confirmadas, promedio } = UMBRALES[siguiente]
  return {
    siguiente,
    faltan: Math.max(0, confirmadas - maestro.confirmadas),
    faltaIdentidad: !maestro.identidadVerificada,
    promedioMinimo: maestro.cantidad > 0 && maestro.promedio < promedio ? promedio : null,
  }
}

const SIGUIENTE = {
  nuevo: 'confianza_comprobada',
  confianza_comprobada: 'experto',
  experto: null,
} as const satisfies Record<Nivel, Nivel | null>

export const ESTRELLAS = 5

/** The stars filled up to the floor of the average, never rounded up (specification, section 9). */
export const estrellasLlenas = (promedio: number): number => Math.floor(promedio)

/**
 * The average with one decimal, rounded down like the stars, so that the two agree: 4.96 is '4.9' with four stars. The
 * first rounding removes the error of binary fractions: 4.35 * 10 is 43.49999….
 */
export const promedioComoTexto = (promedio: number): string =>
  (Math.floor(Number((promedio * 10).toFixed(6))) / 10).toFixed(1)
