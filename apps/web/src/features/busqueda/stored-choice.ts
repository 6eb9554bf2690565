import { useNavigationType } from 'react-router'

/** The localStorage keys that the specification gives for the seeker's choice. */
const KEYS = { alcaldia: 'alcaldiaSeleccionada', oficio: 'oficioSeleccionado' } as const

type Part = keyof typeof KEYS

export function readChoice(part: Part): string | null {
  return localStorage.getItem(KEYS[part])
}

export function saveChoice(part: Part, nombre: string) {
  localStorage.setItem(KEYS[part], nombre)
}

/** What is chosen when the screen opens: the stored choice on the way back and after a reload, nothing in a new search. */
export function useKeptChoice(part: Part): string | null {
  return useNavigationType() === 'POP' ? readChoice(part) : null
}
