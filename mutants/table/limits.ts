import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Queues and rate limits. */
export const limitsMutants = [
  ...inFile(`${SRC}/platform/limits/rate-limits.ts`, [
    {
      it: 'does not limit a whole /48 of IPv6',
      text: 'if (!verdict.allowed || wide === undefined) return verdict',
      by: 'if (limit) return verdict',
      tests: ['protocol/auth/limits', 'protocol/functions/new-account-limits'],
    },
    {
      it: 'counts for a /48 what one group tries beyond its limit',
      text: 'if (!verdict.allowed || wide === undefined)',
      by: 'if (wide === undefined)',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/address.ts`, [
    {
      it: 'counts each IPv6 address separately',
      text: "return `${whole.slice(0, 4).join(':')}::/64`",
      by: "return whole.join(':')",
      tests: ['protocol/auth/limits', 'platform/http/address-limit'],
    },
    {
      it: 'counts the IPv6 form of an IPv4 address separately',
      text: 'if (mapped?.[1]) return mapped[1]',
      by: '',
      tests: ['protocol/auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/clock.ts`, [
    {
      it: 'blocks an address when the time of day is set back',
      text: 'performance.now()',
      by: 'Date.now()',
      tests: ['platform/http/address-limit', 'platform/limits/rate-limits'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/address.ts`, [
    {
      it: 'counts signed-in persons by their address',
      text: "caller.role === 'authenticated' ? `person:${caller.userId}` : `address:${addressGroup(ip)}`",
      by: '`address:${addressGroup(caller.role && ip)}`',
      tests: ['protocol/functions/fair-connections', 'protocol/rest/connections'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/fair-queue.ts`, [
    {
      it: 'runs any number of jobs of one caller',
      text: 'if (queue.running >= options.runningPerKey) continue',
      by: '',
      tests: ['platform/limits/fair-queue'],
    },
    {
      it: 'starts any number of jobs at once',
      text: 'if (running < options.running && queue.running < options.runningPerKey) {',
      by: 'if (queue.running < options.runningPerKey) {',
      tests: ['platform/limits/fair-queue'],
    },
    {
      it: 'lets any number of jobs wait',
      text: 'waiting >= options.waiting || ',
      by: '',
      tests: ['platform/limits/fair-queue'],
    },
    {
      it: 'lets any number of jobs of one caller wait',
      text: ' || queue.waiting.length >= options.waitingPerKey',
      by: '',
      tests: ['platform/limits/fair-queue'],
    },
    {
      it: 'serves one caller until its queue is empty',
      text: 'queues.delete(key)\n      queues.set(key, queue)\n      begin(queue)',
      by: 'begin(queue)',
      tests: ['platform/limits/fair-queue'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/unanswered.ts`, [
    {
      it: 'sends several requests at a time after a pause',
      text: 'if (known) services.set(service, { failures, until: began + longestMs })',
      by: '',
      tests: ['platform/limits/unanswered'],
    },
    {
      it: 'pauses a service after a connection that failed at once',
      text: 'now() - began < slowMs || isAnswer(error)',
      by: 'isAnswer(error)',
      tests: ['platform/limits/unanswered'],
    },
    {
      it: 'pauses a service that refuses late',
      text: 'now() - began < slowMs || isAnswer(error)',
      by: 'now() - began < slowMs',
      tests: ['platform/limits/unanswered'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/json-depth.ts`, [
    {
      it: 'accepts any depth',
      text: 'if (depth > max) return true',
      by: '',
      tests: ['platform/limits/json-depth'],
    },
    {
      it: 'is confused by escaped quotes',
      text: 'if (unit === BACKSLASH) i++\n      else if',
      by: 'if',
      tests: ['platform/limits/json-depth'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/rate-limits.ts`, [
    {
      it: 'allows everything',
      text: 'count > max\n      ?',
      by: 'count < 0\n      ?',
      tests: ['platform/limits/rate-limits'],
    },
    {
      it: 'counts a peek',
      text: 'return window ? verdict(window.count + 1, window.until, limit.max) : { allowed: true }',
      by: 'return window ? verdict(++window.count + 1, window.until, limit.max) : { allowed: true }',
      tests: ['platform/limits/rate-limits', 'protocol/auth/limits'],
    },
    {
      it: 'stores the texts of callers',
      text: "return createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARS)",
      by: 'return key',
      tests: ['platform/limits/rate-limits'],
    },
    {
      it: 'starts a window again at each hit',
      text: 'window.count += 1\n      keep(key, window)',
      by: 'window.count += 1\n      window.until = now() + limit.seconds * 1000\n      keep(key, window)',
      tests: ['platform/limits/rate-limits'],
    },
    {
      it: 'stores any number of windows',
      text: 'if (windows.size >= max) {',
      by: 'if (false) {',
      tests: ['platform/limits/rate-limits'],
    },
  ]),
  ...inFile(`${SRC}/platform/limits/redis-rate-limits.ts`, [
    {
      it: 'waits for a silent Redis at each call',
      text: 'if (error instanceof NoAnswer) pausedUntil',
      by: 'if (false) pausedUntil',
      tests: ['platform/limits/redis-rate-limits'],
    },
    {
      it: 'allows everything',
      text: 'count > max ? { allowed: false',
      by: 'count < 0 ? { allowed: false',
      tests: ['platform/limits/redis-rate-limits'],
    },
    {
      it: 'allows any number of guesses while the memory of Redis is full',
      text: 'if (!own.allowed) return own',
      by: '',
      tests: ['platform/limits/redis-rate-limits'],
    },
    {
      it: 'allows everything while Redis does not answer',
      text: '() => local.hit(key, limit),',
      by: '() => Promise.resolve({ allowed: true }),',
      tests: ['platform/limits/redis-rate-limits'],
    },
  ]),
]
