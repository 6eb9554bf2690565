/** Like Promise.all, but when one fails the others are waited for: nothing still writes when the failure is told. */
export async function allSettled<T extends readonly unknown[]>(work: { [K in keyof T]: Promise<T[K]> }) {
  await Promise.allSettled(work)
  return Promise.all(work)
}
