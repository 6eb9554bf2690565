/** What one request may ask for; beyond it the answer is an error, never a slow server. */

/** Rows in one answer when the caller names no smaller limit. */
export const MAX_ROWS = 1000
export const MAX_BODY_ROWS = 1000
export const MAX_BODY_BYTES = 1_048_576
export const MAX_EMBED_DEPTH = 5
export const MAX_SELECT_ITEMS = 200
export const MAX_CONDITIONS = 100
export const MAX_LOGIC_DEPTH = 10
export const MAX_LIST_VALUES = 1000
export const MAX_JSON_STEPS = 20
export const MAX_ORDER_TERMS = 20
