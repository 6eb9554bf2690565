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

/** Size of the subscriptions of one channel as JSON. They are kept as long as the channel. */
export const SUBSCRIPTIONS_BYTES = 8 * 1024

/** Credit of one socket. A frame costs 1, and 1 more for each kB of it: see shares.ts. */
export const MESSAGES_PER_SECOND = 100
export const MESSAGES_BURST = 200
export const FRAME_BYTES_PER_CREDIT = 1024

/** Credit of all sockets of one person together, and the channels that they may have. */
export const PERSON_CREDIT_PER_SECOND = 100
export const PERSON_CREDIT_BURST = 1000
export const CHANNELS_PER_PERSON = 500

/** Credit of an address, for each socket that it may have. It grows back in ten seconds. */
export const ADDRESS_CREDIT_PER_SOCKET = 10
/** What opening a socket costs its address. */
export const OPENING_COST = 4
/**
 * A socket that was cut off costs who pays for it the credit of this many seconds, so that a client which reconnects
 * and goes on soon finds no credit.
 */
export const CUT_OFF_SECONDS = 0.5
/** The part of an address's sockets that may be without a signed-in person. A socket is one of these until it joins. */
export const ANONYMOUS_PART = 0.25
export const CHANNELS_PER_ANONYMOUS_SOCKET = 4

/** A socket without a channel for this long is closed. */
export const WITHOUT_CHANNEL_SECONDS = 30
/** What a refused client is told to wait. */
export const RETRY_SECONDS = 5
/** A message may come in this many fragments. */
export const FRAGMENTS = 64

/** What waits for a reader who does not read; beyond it they are dropped, and read again when they are back. */
export const BUFFERED_BYTES = 1024 * 1024

/** The client's heart beats every 25 s, but a browser lets a page that nobody sees do so only once a minute. */
export const SILENCE_SECONDS = 150
/** Between signs of life of a process, and the silence after which it is taken for gone. */
export const PROCESS_SECONDS = 5
export const PROCESS_SILENCE_SECONDS = 20
