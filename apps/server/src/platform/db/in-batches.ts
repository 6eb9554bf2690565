/**
 * Repeats a statement that changes at most `size` rows until it changes fewer, so that no transaction is long. The signal of
 * a job ends it between two batches.
 */
export async function inBatches(
  size: number,
  run: () => PromiseLike<{ count: number }>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    if ((await run()).count < size) return
  }
}
