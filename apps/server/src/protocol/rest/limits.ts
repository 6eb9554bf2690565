/** Limits of one request. Beyond them the answer is an error, so that no request can slow down the server. */

/** Rows in one answer when the caller sets no smaller limit. */
export const MAX_ROWS = 1000
/** Bytes of the rows in one answer, and of the rows embedded in one row. Measured by the database. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024
export const MAX_BODY_ROWS = 1000
export const MAX_BODY_BYTES = 1_048_576
/** Keys of one object to write, or arguments of a function. No table has more columns. */
export const MAX_BODY_KEYS = 200
/**
 * Characters after the `?`. Node itself answers 431 when the address and the headers exceed 16 kB together.
 */
export const MAX_QUERY_LENGTH = 12_288
export const MAX_EMBED_DEPTH = 5
export const MAX_EMBEDS = 10
export const MAX_SELECT_ITEMS = 200
/** How often one level may select the same column. A second time is needed for a cast beside `*`. */
export const MAX_SAME_COLUMN = 2
export const MAX_CONDITIONS = 100
export const MAX_LOGIC_DEPTH = 10
export const MAX_LIST_VALUES = 1000
export const MAX_JSON_STEPS = 20
/** Order terms of the whole request, including embedded resources. */
export const MAX_ORDER_TERMS = 20

/** Requests that may wait for a connection at the same time: per caller, per address and in total. */
export const MAX_WAITING_CALLER = 50
export const MAX_WAITING_ADDRESS = 200
export const MAX_WAITING = 400
/** The longest time that a request waits for a connection, and the Retry-After value of a refused one. */
export const MAX_WAIT_MS = 10_000
export const RETRY_SECONDS = 2
