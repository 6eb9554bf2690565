import { useNavigationType } from 'react-router'
import { CHOICE_KEYS } from '#lib/personal-data.ts'

type Part = keyof typeof CHOICE_KEYS

export function readChoice(part: Part): string | null {
  return localStorage.getItem(CHOICE_KEYS[part])
}

export function saveChoice(part: Part, nombre: string) {
  localStorage.setItem(CHOICE_KEYS[part], nombre)
}

/** Longer names are in no catalogue. */
const NAME_MAX = 80

/** Stores the borough and the trade that an address names, and removes them from it. False when it does not name both. */
export function keepNamedChoice(params: URLSearchParams): boolean {
  const alcaldia = params.get('alcaldia')
  const oficio = params.get('oficio')
  if (!alcaldia || !oficio || Math.max(alcaldia.length, oficio.length) > NAME_MAX) return false
  saveChoice('alcaldia', alcaldia)
  saveChoice('oficio', oficio)
  params.delete('alcaldia')
  params.delete('oficio')
  return true
}

/** What is chosen when the screen opens: the stored choice on the way back and after a reload, nothing in a new search. */
export function useKeptChoice(part: Part): string | null {
  return useNavigationType() === 'POP' ? readChoice(part) : null
}
