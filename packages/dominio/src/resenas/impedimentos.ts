/** Why a seeker may not write or edit a review, as interno.impedimento_de_resena says it. */
export const IMPEDIMENTOS = ['sin_maestro', 'sin_acceso', 'sin_mensaje', 'sin_respuesta', 'vencida'] as const
export type Impedimento = (typeof IMPEDIMENTOS)[number]
