/** How many acts are running during which the events of the auth client are ignored. */
let ignoringActs = 0

export const areEventsIgnored = (): boolean => ignoringActs > 0

/** Ignores the events of the auth client meanwhile, so that an unfinished sign-in or sign-out does not redirect. */
export async function withoutSessionEvents<T>(act: () => Promise<T>): Promise<T> {
  ignoringActs += 1
  try {
    return await act()
  } finally {
    ignoringActs -= 1
  }
}
