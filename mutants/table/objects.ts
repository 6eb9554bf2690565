import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Signed addresses, and paths of stored files. */
export const objectsMutants = [
  ...inFile(`${SRC}/protocol/storage/uploads/save.ts`, [
    {
      it: 'stores identity documents as they are',
      text: 'sealed ? objects.writeSealed : objects.write',
      by: 'objects.write',
      tests: ['platform/objects/documents-at-rest'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/sealed.ts`, [
    {
      it: 'shows a plain file in the place of a document',
      text: 'if (!begins(bytes, ...formats)) throw',
      by: 'if (!begins(bytes, ...formats) && path === "") throw',
      tests: ['platform/objects/documents-at-rest', 'platform/objects/store'],
    },
    {
      it: 'shows a document that was moved to another path',
      text: 'Buffer.concat([header, Buffer.from(path)])',
      by: '(path, header)',
      tests: ['platform/objects/documents-at-rest'],
    },
    {
      it: 'waits without a limit for the first bytes of a file',
      text: 'await readHeader(beginning, headerMs)',
      by: 'await buffer(beginning)',
      tests: ['platform/objects/store'],
      titles: 'first bytes',
    },
    {
      it: 'leaves the file of an aborted download open',
      text: ".once('close', () => sealed.destroy())",
      by: '',
      tests: ['platform/objects/store', 'cuenta/export'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/sealed-blocks.ts`, [
    {
      it: 'streams a file that was moved to another path',
      text: 'Buffer.concat([header, Buffer.from(path)])',
      by: '(path, header)',
      tests: ['platform/objects/store'],
    },
    {
      it: 'streams blocks that were exchanged',
      text: 'nonce.writeUInt32BE(number, NONCE_BYTES - 4)',
      by: 'void number',
      tests: ['platform/objects/store'],
    },
    {
      it: 'streams a file that was cut off between two blocks',
      text: 'nonce.writeUInt8(last ? 1 : 0, 0)',
      by: 'void last',
      tests: ['platform/objects/store'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/reads.ts`, [
    {
      it: 'serves an export that has ended early',
      text: ' and ${isNoEndedExport(db.sql, name)}`',
      by: '`',
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/serve.ts`, [
    {
      it: 'decrypts a whole export to answer HEAD',
      text: "request.method === 'HEAD' ? Readable.from([]) : ",
      by: '',
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile(`${SRC}/protocol/auth/sessions.ts`, [
    {
      it: 'leaves the address of an export valid after a sign-out everywhere',
      text: 'select interno.terminar_exportaciones(${userId})`',
      by: 'select 1`',
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/export/conversations.ts`, [
    {
      it: 'writes no name for an erased maestro whose contact was unlocked',
      text: "nullif(concat_ws(' ', m.nombre, m.apellido), '')",
      by: "concat_ws(' ', m.nombre, m.apellido)",
      tests: ['cuenta/export'],
      titles: 'erased maestro',
    },
    {
      it: 'writes no name for an erased maestro',
      text: "nullif(concat_ws(' ', m.nombre, left(btrim(m.apellido), 1) || '.'), '')",
      by: "concat_ws(' ', m.nombre, left(btrim(m.apellido), 1) || '.')",
      tests: ['cuenta/export'],
      titles: 'erased maestro',
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/export/job.ts`, [
    {
      it: 'writes exports as they are',
      text: 'services.objects.sealing(key)',
      by: "new (await import('node:stream')).PassThrough()",
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/signed.ts`, [
    ...(['act', 'bucket', 'name', 'holder'] as const).map((part) => ({
      it: `leaves the ${part} out of the signature`,
      text: '[act, bucket, name, holder, expires]',
      by: `[${['act', 'bucket', 'name', 'holder'].filter((one) => one !== part).join(', ')}, expires]`,
      tests: ['protocol/storage/signed-tokens'],
    })),
    {
      it: 'leaves the expiry out of the signature',
      text: '[act, bucket, name, holder, expires]',
      by: '[act, bucket, name, holder]',
      tests: ['protocol/storage/signed-tokens'],
    },
    {
      it: 'accepts an expired token',
      text: 'if (!(expires > now())) return undefined',
      by: '',
      tests: ['protocol/storage/signed-tokens'],
    },
  ]),
  ...inFile(`${SRC}/platform/secrecy/text-signer.ts`, [
    {
      it: 'compares signatures by their length only',
      text: 'given.length === expected.length && timingSafeEqual(given, expected)',
      by: 'given.length === expected.length',
      tests: ['protocol/storage/signed-tokens', 'avisos/unsubscribe'],
    },
    {
      it: 'signs with a key that does not depend on the secret',
      text: "hkdfSync('sha256', secret, '', purpose, 32)",
      by: "hkdfSync('sha256', 'x', '', purpose, 32)",
      tests: ['protocol/storage/signed-tokens'],
    },
    {
      it: 'signs with the same key for every purpose',
      text: "hkdfSync('sha256', secret, '', purpose, 32)",
      by: "hkdfSync('sha256', secret, '', '', 32)",
      tests: ['protocol/storage/signed-tokens'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/path.ts`, [
    {
      it: 'accepts parent directories and hidden names',
      text: '/^[^.]/.test(part) && ',
      by: 'part.length > 0 && ',
      tests: ['platform/objects/store'],
    },
    {
      it: 'accepts empty names',
      text: '/^[^.]/.test(part)',
      by: '/^(?!\\.)/.test(part)',
      tests: ['platform/objects/store'],
    },
    {
      it: 'accepts control characters and backslashes',
      text: 'if (/[\\u0000-\\u001f\\u007f\\\\]/.test(path) || ',
      by: 'if (',
      tests: ['platform/objects/store'],
    },
    {
      it: 'accepts a path of any length',
      text: ' || Buffer.byteLength(path) > PATH_BYTES',
      by: '',
      tests: ['platform/objects/store'],
    },
    {
      it: 'accepts a name of any length',
      text: ' && Buffer.byteLength(part) <= SEGMENT_BYTES',
      by: '',
      tests: ['platform/objects/store'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/old-files.ts`, [
    {
      it: 'removes drafts that are still written',
      text: ' && found.mtime < before',
      by: '',
      tests: ['protocol/storage/uploads/temporary-files'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/disk.ts`, [
    {
      it: 'writes to any path',
      text: 'if (!isSafePath(path)) throw',
      by: 'if (false) throw',
      tests: ['platform/objects/store'],
    },
    {
      it: 'writes files that others may read',
      text: "open(temporary, 'wx', 0o600)",
      by: "open(temporary, 'wx', 0o644)",
      tests: ['platform/objects/store'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/s3.ts`, [
    {
      it: 'requests any path',
      text: 'if (!isSafePath(path)) throw',
      by: 'if (false) throw',
      tests: ['platform/objects/store'],
    },
    {
      it: 'does not start while the bucket is full',
      text: "(cause.act === 'GET' || cause.code === 'AccessDenied')",
      by: 'true',
      tests: ['platform/objects/store'],
    },
    {
      it: 'waits without a limit for the first bytes of an answer',
      text: "await once(stream, 'readable')",
      by: 'void once',
      tests: ['platform/objects/store'],
      titles: 'first bytes',
    },
    {
      it: 'starts with keys that may not write',
      text: "await store.write(path, Buffer.from('ok'))",
      by: '',
      tests: ['platform/objects/store'],
    },
  ]),
]
