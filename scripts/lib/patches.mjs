import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, ROOT } from './run.mjs'

/**
 * Corrections of installed packages that their authors have not released. Each is a text that occurs once in the file, and its
 * replacement. A file that has neither of the two is of another version: the correction must then be examined again.
 *
 * postgres 3.4.9, when a connection is lost (issues 1154 and 1208 of porsager/postgres; docs/decisions/toolchain.md):
 * - a write that waits for the next turn of the event loop throws outside of every promise, which ends the process;
 * - the bytes of that write stay, so that the connection can never be opened again, and each statement for it fails after 30 s;
 * - a statement that is sent between the error of a connection and its end never gets an answer, or gets an empty one;
 * - the error of the lost connection fails the first statement of the next one too;
 * - a later statement of the lost transaction would run outside of it, on a connection that another caller uses by then;
 * - a caller that waits for a reserved connection is forgotten when another connection is lost, and a connection can be given to a
 *   caller that was refused before, so that nobody uses it any more;
 * - a failed read of the array types, the first statement of each connection, is an unhandled rejection, which ends the process;
 * - a connection that is closed before it is ready, without an error, is opened again at once and for ever, and its statement waits.
 *
 * Nothing bounds how long it waits for PostgreSQL when the network loses packets without closing connections. Two options are added:
 * `answer_timeout`, the seconds without a byte after which a connection that owes an answer is lost, and `queue_timeout`, the seconds
 * that a statement may wait for a connection.
 *
 * @react-router/dev 8: a page that is prerendered has 10 s, which no setting changes. On a busy or slow machine the first one, which
 * loads the whole app, takes longer, and the build fails.
 */
const PATCHES = {
  'node_modules/@react-router/dev/dist/vite.js': [
    ['maxRedirects = 0, timeout = 1e4 }', 'maxRedirects = 0, timeout = 12e4 }'],
  ],
  'node_modules/postgres/src/connection.js': [
    [
      '      , connectTimer = timer(connectTimedOut, options.connect_timeout)\n',
      '      , connectTimer = timer(connectTimedOut, options.connect_timeout)\n      , answerTimer = timer(answerTimedOut, options.answer_timeout)\n',
    ],
    [
      '  let socket = null\n    , cancelMessage\n',
      '  let socket = null\n    , answerLate = null\n    , cancelMessage\n',
    ],
    [
      '        : (query = q, query.active = true)\n\n      build',
      '        : (query = q, query.active = true, answerTimer.start())\n\n      build',
    ],
    [
      '  function data(x) {\n    if (incomings) {\n',
      '  function data(x) {\n    answered()\n    if (incomings) {\n',
    ],
    [
      '      remaining = 0\n      incomings = null\n    }\n  }\n',
      '      remaining = 0\n      incomings = null\n    }\n    query || answerTimer.cancel()\n  }\n',
    ],
    // The bytes of an answer that arrived while this process did not run are read before the immediate.
    [
      '  async function secure() {\n',
      "  function answerTimedOut() {\n    answerLate = setImmediate(() => query && socket && socket.destroy(Errors.connection('ETIMEDOUT', options, socket)))\n  }\n\n  function answered() {\n    clearImmediate(answerLate)\n    query && answerTimer.start()\n  }\n\n  async function secure() {\n",
    ],
    [
      '    lifeTimer.cancel()\n    connectTimer.cancel()\n',
      '    lifeTimer.cancel()\n    connectTimer.cancel()\n    answerTimer.cancel()\n    clearImmediate(answerLate)\n',
    ],
    [
      '  function nextWrite(fn) {\n    const x =',
      '  function nextWrite(fn) {\n    if (socket === null) return (chunk = nextWriteTimer = null, false)\n    const x =',
    ],
    [
      '    incomings = null\n    clearImmediate(nextWriteTimer)\n    socket.',
      '    incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.',
    ],
    [
      "    if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
      "    errorResponse = null\n    if (initial)\n      return (query = null, reconnect())\n\n    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = null\n",
    ],
    [
      '    socket.removeAllListeners()\n    socket = null\n\n',
      "    socket.removeAllListeners()\n    socket = null\n\n    initial && error(Errors.connection('CONNECTION_CLOSED', options))\n",
    ],
    ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
  ],
  'node_modules/postgres/src/index.js': [
    [
      '    connect_timeout : 30,\n',
      '    connect_timeout : 30,\n    answer_timeout  : null,\n    queue_timeout   : null,\n',
    ],
    [
      '      : queries.push(query)\n  }\n',
      "      : (queries.push(query), options.queue_timeout && setTimeout(() =>\n        queries.remove(query) && query.reject(Errors.connection('CONNECT_TIMEOUT', options)), options.queue_timeout * 1000).unref())\n  }\n",
    ],
    [
      'const query = { reserve: resolve, reject }\n',
      'const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }\n',
    ],
    [
      '    queries.length && connect(c, queries.shift())\n',
      '    if (queries.length) {\n      const query = queries.shift()\n      query.reserve && queries.push(query)\n      connect(c, query)\n    }\n',
    ],
    [
      '      let uncaughtError\n        , result\n\n      name',
      '      let uncaughtError\n        , result\n      const reservation = c.reserved\n\n      name',
    ],
    [
      '        q.catch(e => uncaughtError || (uncaughtError = e))\n        c.queue',
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (c.reserved !== reservation) return q.reject(Errors.connection('CONNECTION_CLOSED', options))\n        c.queue",
    ],
    [
      '    c.reserved.release = true\n\n    const sql',
      '    c.reserved.release = true\n    const reservation = c.reserved\n\n    const sql',
    ],
    [
      '    function handler(q) {\n      c.queue',
      "    function handler(q) {\n      if (c.reserved !== reservation) return q.reject(Errors.connection('CONNECTION_CLOSED', options))\n      c.queue",
    ],
  ],
}

/** Corrects the installed files. Those that are corrected already are not written. */
export function applyPatches() {
  for (const [name, changes] of Object.entries(PATCHES)) {
    const path = join(ROOT, name)
    const before = readFileSync(path, 'utf8')
    const after = changes.reduce((text, change) => applied(name, text, change), before)
    if (after === before) continue
    // Renamed, because the file may be shared with another copy of the tree, and so that no process reads half of it.
    writeFileSync(`${path}.new`, after)
    renameSync(`${path}.new`, path)
  }
}

function applied(name, text, [from, to]) {
  if (text.includes(to)) return text
  if (text.split(from).length !== 2)
    throw new Failure(`${name} no es la versión que scripts/lib/patches.mjs corrige.`)
  return text.replace(from, () => to)
}
