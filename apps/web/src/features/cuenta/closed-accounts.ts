import { CIERRE_DIAS } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { keysIn } from '#lib/client/stored-session.ts'
import { forgetOwnKeys, forgetRows } from '#lib/session/personal/personal-data.ts'

/**
 * What was not sent stays in this browser when its owner closes the account, because signing in keeps the account. It is removed
 * when the account has been erased. The day is counted with the clock of this device, which may be wrong but is always the same.
 */
const MARK = 'maestros-cierre:'
const DAY_MS = 24 * 60 * 60 * 1000

export function markClosed(userId: string) {
  try {
    localStorage.setItem(MARK + userId, String(Date.now() + CIERRE_DIAS * DAY_MS))
  } catch {
    // Storage is forbidden or full: what was not sent stays until it is removed with the data of the browser.
  }
}

/** Removes what accounts that were erased since their closing have left here. A person who is signed in has kept the account. */
export async function forgetErased(signedIn: string) {
  for (const [userId, until] of marks()) {
    if (userId === signedIn) localStorage.removeItem(MARK + userId)
    else if (until <= Date.now()) {
      await forgetRows(userId)
      forgetOwnKeys(userId)
    }
  }
}

function marks(): [string, number][] {
  try {
    return keysIn(localStorage)
      .filter((key) => key.startsWith(MARK))
      .map((key) => [key.slice(MARK.length), Number(localStorage.getItem(key))])
  } catch {
    return []
  }
}
