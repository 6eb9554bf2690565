import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Queues and rate limits. */
export const limitsMutants = [
  ...inFile(`${SRC}/limits/by-address.ts`, [
    {
      it: 'does not limit a whole /48 of IPv6',
      text: 'if (!verdict.allowed || wide === undefined) return verdict',
      by: 'if (limit) return verdict',
      tests: ['auth/limits', 'functions/newcomers'],
    },
    {
      it: 'counts for a /48 what one group tries beyond its limit',
      text: 'if (!verdict.allowed || wide === undefined)',
      by: 'if (wide === undefined)',
      tests: ['auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/limits/address.ts`, [
    {
      it: 'counts each IPv6 address separately',
      text: "return `${whole.slice(0, 4).join(':')}::/64`",
      by: "return whole.join(':')",
      tests: ['auth/limits', 'http/address-limit'],
    },
    {
      it: 'counts the IPv6 form of an IPv4 address separately',
      text: 'if (mapped?.[1]) return mapped[1]',
      by: '',
      tests: ['auth/limits'],
    },
  ]),
  ...inFile(`${SRC}/limits/clock.ts`, [
    {
      it: 'blocks an address when the time of day is set back',
      text: 'performance.now()',
      by: 'Date.now()',
      tests: ['http/address-limit', 'limits/rate-limits'],
    },
  ]),
  ...inFile(`${SRC}/limits/caller-key.ts`, [
    {
      it: 'counts signed-in persons by their address',
      text: "caller.role === 'authenticated' ? `person:${caller.userId}` : `address:${addressGroup(ip)}`",
      by: '`address:${addressGroup(caller.role && ip)}`',
      tests: ['functions/fair-connections', 'rest/connections'],
    },
  ]),
  ...inFile(`${SRC}/limits/fair-queue.ts`, [
    {
      it: 'runs any number of jobs of one caller',
      text: 'if (queue.running >= options.runningPerKey) continue',
      by: '',
      tests: ['limits/fair-queue'],
    },
    {
      it: 'starts any number of jobs at once',
      text: 'if (running < options.running && queue.running < options.runningPerKey) {',
      by: 'if (queue.running < options.runningPerKey) {',
      tests: ['limits/fair-queue'],
    },
    {
      it: 'lets any number of jobs wait',
      text: 'waiting >= options.waiting || ',
      by: '',
      tests: ['limits/fair-queue'],
    },
    {
      it: 'lets any number of jobs of one caller wait',
      text: ' || queue.waiting.length >= options.waitingPerKey',
      by: '',
      tests: ['limits/fair-queue'],
    },
    {
      it: 'serves one caller until its queue is empty',
      text: 'queues.delete(key)\n      queues.set(key, queue)\n      begin(queue)',
      by: 'begin(queue)',
      tests: ['limits/fair-queue'],
    },
  ]),
  ...inFile(`${SRC}/limits/unanswered.ts`, [
    {
      it: 'sends several requests at a time after a pause',
      text: 'if (known) services.set(service, { failures, until: began + longestMs })',
      by: '',
      tests: ['limits/unanswered'],
    },
    {
      it: 'pauses a service after a connection that failed at once',
      text: 'now() - began < slowMs || isAnswer(error)',
      by: 'isAnswer(error)',
      tests: ['limits/unanswered'],
    },
    {
      it: 'pauses a service that refuses late',
      text: 'now() - began < slowMs || isAnswer(error)',
      by: 'now() - began < slowMs',
      tests: ['limits/unanswered'],
    },
  ]),
  ...inFile(`${SRC}/limits/json-depth.ts`, [
    {
      it: 'accepts any depth',
      text: 'if (depth > max) return true',
      by: '',
      tests: ['limits/json-depth'],
    },
    {
      it: 'is confused by escaped quotes',
      text: 'if (unit === BACKSLASH) i++\n      else if',
      by: 'if',
      tests: ['limits/json-depth'],
    },
  ]),
  ...inFile(`${SRC}/limits/rate-limits.ts`, [
    {
      it: 'allows everything',
      text: 'count > max\n      ?',
      by: 'count < 0\n      ?',
      tests: ['limits/rate-limits'],
    },
    {
      it: 'counts a peek',
      text: 'return window ? verdict(window.count + 1, window.until, limit.max) : { allowed: true }',
      by: 'return window ? verdict(++window.count + 1, window.until, limit.max) : { allowed: true }',
      tests: ['limits/rate-limits', 'auth/limits'],
    },
    {
      it: 'stores the texts of callers',
      text: "return createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARS)",
      by: 'return key',
      tests: ['limits/rate-limits'],
    },
    {
      it: 'starts a window again at each hit',
      text: 'window.count += 1\n      keep(key, window)',
      by: 'window.count += 1\n      window.until = now() + limit.seconds * 1000\n      keep(key, window)',
      tests: ['limits/rate-limits'],
    },
    {
      it: 'stores any number of windows',
      text: 'if (windows.size >= max) {',
      by: 'if (false) {',
      tests: ['limits/rate-limits'],
    },
  ]),
  ...inFile(`${SRC}/limits/redis-rate-limits.ts`, [
    {
      it: 'waits for a silent Redis at each call',
      text: 'if (error instanceof NoAnswer) pausedUntil',
      by: 'if (false) pausedUntil',
      tests: ['limits/redis-rate-limits'],
    },
    {
      it: 'allows everything',
      text: 'count > max ? { allowed: false',
      by: 'count < 0 ? { allowed: false',
      tests: ['limits/redis-rate-limits'],
    },
    {
      it: 'allows any number of guesses while the memory of Redis is full',
      text: 'if (!own.allowed) return own',
      by: '',
      tests: ['limits/redis-rate-limits'],
    },
    {
      it: 'allows everything while Redis does not answer',
      text: '() => local.hit(key, limit),',
      by: '() => Promise.resolve({ allowed: true }),',
      tests: ['limits/redis-rate-limits'],
    },
  ]),
]
