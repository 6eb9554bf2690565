/** Limits of a socket. They are Supabase's own numbers where it has one. */

/** The largest accepted frame, and the largest broadcast in it. */
export const FRAME_BYTES = 128 * 1024
export const BROADCAST_BYTES = 64 * 1024
export const JOIN_BYTES = 32 * 1024
export const TRACK_BYTES = 4 * 1024

export const CHANNELS_PER_SOCKET = 100
export const CHANGES_PER_CHANNEL = 20
export const FILTERS_PER_CHANGE = 10
/** For an `in` filter. */
export const VALUES_PER_FILTER = 100
export const TOPIC_CHARS = 200

/** Size of the subscriptions of one channel as JSON. They are kept as long as the channel. */
export const SUBSCRIPTIONS_BYTES = 8 * 1024

/** Credit of one socket. A frame costs 1, and 1 more for each kB of it: see quotas.ts. */
export const MESSAGES_PER_SECOND = 100
export const MESSAGES_BURST = 200
export const FRAME_BYTES_PER_CREDIT = 1024

/** Credit of all sockets of one person together, and the channels that they may have. */
export const PERSON_CREDIT_PER_SECOND = 100
export const PERSON_CREDIT_BURST = 1000
export const CHANNELS_PER_PERSON = 500

/** Credit of an address, for each socket that it may have. It grows back in ten seconds. */
export const ADDRESS_CREDIT_PER_SOCKET = 10
/** The credit that opening a socket costs its address. */
export const OPENING_COST = 4
/**
 * A socket that was closed for breaking a limit costs its person or address the credit of this many seconds,
 * so that a client which reconnects and continues soon has no credit left.
 */
export const CUT_OFF_SECONDS = 0.5
/**
 * The part of an address's sockets that may have no signed-in person. A new socket counts as such until it
 * joins a channel.
 */
export const ANONYMOUS_PART = 0.25
export const CHANNELS_PER_ANONYMOUS_SOCKET = 4

/** A socket without a channel for this long is closed. */
export const WITHOUT_CHANNEL_SECONDS = 30
/** The Retry-After value for refused clients. */
export const RETRY_SECONDS = 5
/** A message may come in this many fragments. */
export const FRAGMENTS = 64

/**
 * The largest send buffer of a socket. Above it the socket is closed; the client reads the rows again when it
 * reconnects.
 */
export const BUFFERED_BYTES = 1024 * 1024
/**
 * The send buffers of all sockets of one address, and of all sockets. While they hold more, every socket of the address, or
 * every socket, may hold CROWDED_BYTES only.
 */
export const ADDRESS_BUFFERED_BYTES = 16 * 1024 * 1024
export const TOTAL_BUFFERED_BYTES = 128 * 1024 * 1024
export const CROWDED_BYTES = 32 * 1024
/** The memory that a frame in a send buffer takes besides its bytes, as measured. Small frames take six times their bytes. */
export const UNSENT_FRAME_BYTES = 350
/** No frame of the server has fewer. */
export const SMALLEST_FRAME_BYTES = 32

/** The client sends a heartbeat every 25 s, but browsers let a hidden page do so only once a minute. */
export const SILENCE_SECONDS = 150
/**
 * The interval between the heartbeats of a process, and the silence after which a process counts as stopped.
 */
export const PROCESS_SECONDS = 5
export const PROCESS_SILENCE_SECONDS = 20
