import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Who may read, list, sign and remove stored files. */
export const storageMutants = [
  ...inFile(`${SRC}/protocol/storage/path.ts`, [
    {
      it: 'accepts any name in an address',
      text: 'if (!isSafePath(name)) throw invalidKey(name)',
      by: '',
      tests: ['protocol/storage/public'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/access.ts`, [
    {
      it: 'shows every object to everyone',
      text: 'read: sql`storage.allows_read(${userId}, o)`',
      by: 'read: sql`true`',
      tests: ['matrix/objects'],
    },
    {
      it: 'lets everyone remove every object',
      text: 'remove: sql`storage.allows_removal(${userId}, o)`',
      by: 'remove: sql`true`',
      tests: ['matrix/objects'],
    },
    {
      it: 'lists every folder for everyone',
      text: "storage.allows('list', ${userId}, ${bucket}, ${folder}) and ",
      by: '',
      tests: ['matrix/objects'],
    },
    {
      it: 'lists pictures that are not sent yet',
      text: ' and storage.is_visible(${userId}, o)',
      by: '',
      tests: ['protocol/storage/pictures/unsent-pictures'],
    },
    {
      it: 'lists the identity documents of others',
      text: "folder === '' ? sql`o.owner = ${userId}` : sql`true`",
      by: 'sql`true`',
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'does not check the session of a person',
      text: 'return runAfterCheck(db.sql, ',
      by: 'return runAfterCheck(db.sql, "read write", (sql) => sql`select`, statement)\n  return runAfterCheck(db.sql, ',
      tests: ['protocol/storage/uploads/uploads'],
      titles: 'ended session',
    },
  ]),
  ...inFile(`${SRC}/platform/objects/s3.ts`, [
    {
      it: 'waits without a limit for S3 that does not answer',
      text: 'fetch(request, { signal })',
      by: 'fetch(new Request(request, { signal }))',
      tests: ['platform/objects/store'],
      titles: 'given up after a limited time',
    },
    {
      it: 'does not repeat a call when the connection to S3 is lost',
      text: 'error.temporary : isConnectionLost(error)',
      by: 'error.temporary : false',
      tests: ['platform/objects/store'],
      titles: 'loses the connection',
    },
  ]),
  ...inFile(`${SRC}/platform/objects/discard.ts`, [
    {
      it: 'waits for a store that is away with every file',
      text: 'unanswered === UNANSWERED_IN_A_ROW || ',
      by: '',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'leaves files for the next sweep after five that cannot be removed',
      text: 'isStoreAway(error) ? unanswered + 1 : 0',
      by: 'unanswered + 1',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'lets a person wait for a store that hangs',
      text: 'await Promise.race([discardAll(...given), delay(WAIT_MS, undefined, { ref: false })])',
      by: 'void WAIT_MS\n  void delay\n  await discardAll(...given)',
      tests: ['protocol/storage/unused'],
      titles: 'store that hangs',
    },
    {
      it: 'does not stop by the signal of its job',
      text: ' || signal?.aborted',
      by: '',
      tests: ['protocol/storage/unused'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/reads.ts`, [
    {
      it: 'lets the uploader choose how long a public photo is cached',
      text: 'Math.min(cacheSeconds(object.cache_control), PUBLIC_CACHE_SECONDS)',
      by: 'cacheSeconds(object.cache_control)',
      tests: ['protocol/storage/public'],
    },
    {
      it: 'accepts any token of a signed address',
      text: 'if (expires === undefined) throw invalidSignature()',
      by: '',
      tests: ['protocol/storage/reads'],
    },
    {
      it: 'accepts an address of an ended session',
      text: 'if (!object.held) throw invalidSignature()',
      by: '',
      tests: ['protocol/storage/session-addresses'],
    },
    {
      it: 'has public folders in every bucket',
      text: 'if (!WITH_PUBLIC_FOLDERS.has(bucket)) throw noSuchBucket()',
      by: '',
      tests: ['protocol/storage/public'],
    },
    {
      it: 'lets caches keep private answers',
      text: "cache: 'private, no-cache'",
      by: "cache: 'public, max-age=3600'",
      tests: ['protocol/storage/reads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/serve.ts`, [
    {
      it: 'renders every type',
      text: 'const rendered = RENDERED_TYPES.has(mimetype)',
      by: 'const rendered = true',
      tests: ['protocol/storage/public'],
    },
    {
      it: 'lets a served file run scripts',
      text: "'content-security-policy': \"default-src 'none'; sandbox\",",
      by: '',
      tests: ['protocol/storage/reads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/signing.ts`, [
    {
      it: 'signs objects that the caller may not read',
      text: 'if (!(await readable(requester, bucket, [name])).has(name)) throw noSuchObject()',
      by: '',
      tests: ['matrix/objects'],
    },
    {
      it: 'signs many objects that the caller may not read',
      text: 'name !== undefined && found.has(name)',
      by: 'name !== undefined',
      tests: ['protocol/storage/reads'],
    },
    {
      it: 'signs for any time',
      text: '.max(SIGNED_MAX_SECONDS, { error: `expiresIn must be at most ${SIGNED_MAX_SECONDS} seconds` })',
      by: '',
      tests: ['protocol/storage/reads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/listing.ts`, [
    {
      it: 'shows folders to everyone',
      text: 'if (!isOperator(requester)) return NO_FOLDERS',
      by: '',
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'lists subfolders for everyone',
      text: 'page.deep === true && isOperator(requester)',
      by: 'page.deep === true',
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'skips objects of a page that begins within the folders',
      text: 'Math.max(0, page.offset - total)',
      by: 'page.offset',
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'describes objects that the caller may not read',
      text: '${nameFor(requester, bucket, name)} and ${conditions.read}`',
      by: '${nameFor(requester, bucket, name)}`',
      tests: ['protocol/storage/pictures/unsent-pictures', 'matrix/objects'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/buckets.ts`, [
    {
      it: 'lists buckets for everyone',
      text: 'if (!operator) return []',
      by: '',
      tests: ['protocol/storage/reads', 'protocol/storage/official-client'],
    },
    {
      it: 'describes a bucket to everyone',
      text: 'if (!(await isOperator(request))) throw noSuchBucket()',
      by: '',
      tests: ['protocol/storage/reads', 'protocol/storage/official-client'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/sweep.ts`, [
    {
      it: 'removes pictures that are shown',
      text: 'where unused_since < now() - make_interval(hours => ${UNUSED_HOURS})',
      by: 'where coalesce(unused_since, created_at) < now() - make_interval(hours => ${UNUSED_HOURS})',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'removes unused pictures at once',
      text: 'where unused_since < now() - make_interval(hours => ${UNUSED_HOURS})',
      by: 'where unused_since < now() and ${UNUSED_HOURS} > 0',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'removes the bytes of objects that exist',
      text: 'and not exists (select from storage.objects o where o.key = l.key)',
      by: '',
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
  ]),
]
