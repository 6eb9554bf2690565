/**
 * A limited resource has no free place for this caller now. Every surface answers it with 503 (or 429 where
 * Supabase does) and a `Retry-After` header.
 */
export class Overloaded extends Error {
  readonly statusCode = 503
  readonly retryAfter: number
  constructor(retryAfter: number, options?: ErrorOptions) {
    super('overloaded', options)
    this.retryAfter = retryAfter
  }
}
