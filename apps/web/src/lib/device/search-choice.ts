/** The keys that the specification gives for the seeker's choice. They do not name the person. */
export const CHOICE_KEYS = { alcaldia: 'alcaldiaSeleccionada', oficio: 'oficioSeleccionado' } as const

/** Longer names are in no catalogue. */
const NAME_MAX = 80

/** The borough and the trade that an address names; null when it does not name both. */
export function namedChoice(params: URLSearchParams): { alcaldia: string; oficio: string } | null {
  const alcaldia = params.get('alcaldia')
  const oficio = params.get('oficio')
  if (!alcaldia || !oficio || Math.max(alcaldia.length, oficio.length) > NAME_MAX) return null
  return { alcaldia, oficio }
}
