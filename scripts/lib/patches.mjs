import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, ROOT } from './run.mjs'

/**
 * Corrections of installed packages that their authors have not released. Each is a text that occurs once in the file, and its
 * replacement. A file that has neither of the two is of another version: the correction must then be examined again.
 *
 * postgres 3.4.9, when a connection is lost (issues 1154 and 1208 of porsager/postgres; docs/decisions/010-pinned-tools.md):
 * - a write that waits for the next turn of the event loop throws outside of every promise, which ends the process;
 * - the bytes of that write stay, so that the connection can never be opened again, and each statement for it fails after 30 s;
 * - a statement that is sent between the error of a connection and its end never gets an answer, or gets an empty one;
 * - the error of the lost connection fails the first statement of the next one too;
 * - a later statement of the lost transaction would run outside of it, on a connection that another caller uses by then;
 * - a caller that waits for a reserved connection is forgotten when another connection is lost, and a connection can be given to a
 *   caller that was refused before, so that nobody uses it any more;
 * - a failed read of the array types, the first statement of each connection, is an unhandled rejection, which ends the process.
 */
const PATCHES = {
  'node_modules/postgres/src/connection.js': [
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
    ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
  ],
  'node_modules/postgres/src/index.js': [
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
