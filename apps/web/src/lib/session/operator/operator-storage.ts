import { newId } from '../../device/new-id.ts'

/**
 * Where the session of the operators' console is stored: in sessionStorage, so that it ends with the tab and no other person of this
 * browser gets it. Without storage it is kept in memory until the page is left.
 */
const KEY = 'maestros-operacion'

let inMemory: string | null = null

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return inMemory
  }
}

function write(value: string | null) {
  inMemory = value
  try {
    if (value === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, value)
  } catch {
    // Storage is forbidden: the session is in memory.
  }
}

/**
 * The client sends its session to all tabs that use the same name, over a BroadcastChannel. So each page has a name of its own, and
 * the value is stored under a fixed one.
 */
export const STORAGE_NAME = `${KEY}-${newId()}`

export const operatorStorage = {
  getItem: (name: string) => (name === STORAGE_NAME ? read() : null),
  setItem: (name: string, value: string) => {
    if (name === STORAGE_NAME) write(value)
  },
  removeItem: (name: string) => {
    if (name === STORAGE_NAME) write(null)
  },
}

export const hasOperatorSession = (): boolean => read() !== null

export const forgetOperatorSession = () => write(null)
