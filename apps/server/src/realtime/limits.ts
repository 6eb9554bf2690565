/** What a socket may ask for. The original's own numbers, where it has one. */

/** The largest frame taken, and the largest broadcast in it. */
export const FRAME_BYTES = 128 * 1024
export const BROADCAST_BYTES = 64 * 1024
export const JOIN_BYTES = 32 * 1024
export const TRACK_BYTES = 4 * 1024

export const CHANNELS_PER_SOCKET = 100
export const CHANGES_PER_CHANNEL = 20
export const FILTERS_PER_CHANGE = 10
/** Of an `in` filter. */
export const VALUES_PER_FILTER = 100
export const TOPIC_CHARS = 200

/** Messages come as they like up to the burst, and then at this rate. */
export const MESSAGES_PER_SECOND = 100
export const MESSAGES_BURST = 200

/** What waits for a reader who does not read; beyond it they are dropped, and read again when they are back. */
export const BUFFERED_BYTES = 1024 * 1024

/** The client's heart beats every 25 s, but a browser lets a page that nobody sees do so only once a minute. */
export const SILENCE_SECONDS = 150
/** Between signs of life of a process, and the silence after which it is taken for gone. */
export const PROCESS_SECONDS = 5
export const PROCESS_SILENCE_SECONDS = 20
