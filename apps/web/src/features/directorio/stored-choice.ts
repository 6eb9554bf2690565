import { useNavigationType } from 'react-router'
import { CHOICE_KEYS, namedChoice } from '#lib/device/search-choice.ts'
import { readText, writeText } from '#lib/device/stored-text.ts'

type Part = keyof typeof CHOICE_KEYS

export function readChoice(part: Part): string | null {
  return readText(CHOICE_KEYS[part])
}

export function saveChoice(part: Part, nombre: string) {
  writeText(CHOICE_KEYS[part], nombre)
}

/** Stores the borough and the trade that an address names, and removes them from it. False when it does not name both. */
export function keepNamedChoice(params: URLSearchParams): boolean {
  const choice = namedChoice(params)
  if (!choice) return false
  saveChoice('alcaldia', choice.alcaldia)
  saveChoice('oficio', choice.oficio)
  params.delete('alcaldia')
  params.delete('oficio')
  return true
}

/** What is chosen when the screen opens: the stored choice on the way back and after a reload, nothing in a new search. */
export function useKeptChoice(part: Part): string | null {
  return useNavigationType() === 'POP' ? readChoice(part) : null
}
