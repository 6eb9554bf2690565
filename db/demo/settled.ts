/** Like Promise.all, but waits for all promises before it throws, so that nothing is still writing then. */
export async function allSettled<T extends readonly unknown[]>(work: { [K in keyof T]: Promise<T[K]> }) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
