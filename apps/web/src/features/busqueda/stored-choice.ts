/** The seeker's choice, kept under the names that the specification gives. */
const KEYS = { alcaldia: 'alcaldiaSeleccionada', oficio: 'oficioSeleccionado' } as const

type Part = keyof typeof KEYS

export function readChoice(part: Part): string | null {
  return localStorage.getItem(KEYS[part])
}

export function saveChoice(part: Part, nombre: string) {
  localStorage.setItem(KEYS[part], nombre)
}
