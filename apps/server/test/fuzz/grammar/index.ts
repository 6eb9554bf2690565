import fc from 'fast-check'
import type { Input } from '../input.ts'
import { auth, hashing } from './auth.ts'
import { functions } from './functions.ts'
import { anyJson } from './json.ts'
import { rest } from './rest.ts'
import { broadcasts, sockets } from './sockets.ts'
import { storage } from './storage.ts'
import { encoded, METHODS, request, type Scale, weigh, word } from './words.ts'

/**
 * Addresses outside the five surfaces. /metrics is left out, because each of its answers needs a database
 * query.
 */
const frame = (scale: Scale): fc.Arbitrary<Input> =>
  request({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(
      fc.constantFrom(
        '/config.json',
        '/healthz',
        '/',
        '//',
        '/_outbox',
        '/_outbox.json',
        '/chats/',
        '/assets/',
      ),
      encoded(word).map((text) => `/${text}`),
      encoded(word).map((text) => `/assets/${text}?${text}`),
    ),
    body: anyJson(scale),
  })

/** One input in a thousand hashes a password, so that the fuzzer does not mainly measure hashing. */
export const inputs = (scale: Scale): fc.Arbitrary<Input> =>
  fc.oneof(
    weigh(380, rest(scale)),
    weigh(180, functions(scale)),
    weigh(180, storage(scale)),
    weigh(100, auth(scale)),
    weigh(40, broadcasts(scale)),
    weigh(40, frame(scale)),
    weigh(80, sockets(scale)),
    weigh(1, hashing(scale)),
  )
