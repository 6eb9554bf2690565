import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Who may upload files, and what an upload may cost. */
export const uploadsMutants = [
  ...inFile(`${SRC}/protocol/storage/uploads/authorize-upload.ts`, [
    {
      it: 'accepts uploads of callers without a session',
      text: "if (caller.role !== 'authenticated') throw errors.refused()",
      by: '',
      tests: ['matrix/objects', 'protocol/storage/uploads/uploads'],
    },
    {
      it: 'answers an upload with the secret key as one without rights',
      text: "if (caller.role === 'service_role') throw errors.uploadWithoutPerson()",
      by: '',
      tests: ['protocol/storage/official-client'],
    },
    {
      it: 'accepts uploads to any path',
      text: 'if (!row.allowed) throw errors.refused()',
      by: '',
      tests: ['matrix/objects'],
    },
    {
      it: 'overwrites an object',
      text: 'if (row.taken) throw nameTaken(upload)',
      by: '',
      tests: ['protocol/storage/uploads/uploads'],
    },
    {
      it: 'accepts any number of pictures that nothing shows',
      text: 'if (row.unused >= UNUSED_MAX) throw errors.tooManyUnused()',
      by: '',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'accepts any number of bytes of one person',
      text: 'if (Number(row.stored) >= max) throw errors.tooManyBytes(row.wait)',
      by: '',
      tests: ['protocol/storage/uploads/stored-bytes'],
    },
    {
      it: 'counts the unused pictures of everyone',
      text: 'where o.owner = ${person.userId} and o.unused_since is not null',
      by: 'where o.unused_since is not null',
      tests: ['protocol/storage/unused'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/upload.ts`, [
    {
      it: 'admits the upload of a client that has left',
      text: 'if (reply.raw.destroyed) throw errors.unreadable()',
      by: '',
      tests: ['protocol/storage/uploads/slow-bodies'],
    },
    {
      it: 'accepts a signed upload without a valid signature',
      text: "if (!check({ act: 'upload', bucket, name, holder }, signature)) throw errors.invalidSignature()",
      by: '',
      tests: ['protocol/storage/signed-tokens'],
    },
    {
      it: 'does not limit the uploads of one person',
      text: 'uploadsPerPerson: 4,',
      by: 'uploadsPerPerson: 600,',
      tests: ['protocol/storage/uploads/uploads', 'protocol/storage/uploads/slow-bodies'],
    },
    {
      it: 'reports a lost race as a success',
      text: 'if (id === undefined) throw nameTaken(authorized)',
      by: '',
      tests: ['protocol/storage/uploads/uploads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/save.ts`, [
    {
      it: 'replaces the row of an earlier upload',
      text: 'on conflict (bucket_id, name) do nothing returning id',
      by: 'on conflict (bucket_id, name) do update set key = excluded.key returning id',
      tests: ['protocol/storage/uploads/uploads'],
    },
    {
      it: 'shows a picture before a message refers to it',
      text: 'unused_since: new Date(),',
      by: 'unused_since: null,',
      tests: ['protocol/storage/pictures/unsent-pictures'],
    },
    {
      it: 'forgets bytes that have no row',
      text: 'await db.sql`insert into storage.leftovers (key) values (${key})`',
      by: '',
      tests: ['protocol/storage/uploads/uploads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/body.ts`, [
    {
      it: 'reads a body that declares too many bytes',
      text: "if (Number(headers['content-length']) > maxBytes) throw tooLarge()",
      by: '',
      tests: ['protocol/storage/official-client', 'protocol/storage/uploads/uploads'],
    },
    {
      it: 'ignores metadata',
      text: "if (headers['x-metadata'] !== undefined) throw notSupported('metadata')",
      by: '',
      tests: ['protocol/storage/official-client'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/receive.ts`, [
    {
      it: 'reads any number of bytes',
      text: 'if (received > bounds.maxBytes) throw tooLarge()',
      by: '',
      tests: ['protocol/storage/uploads/receive'],
    },
    {
      it: 'does not count the memory of uploads',
      text: 'progress.take(chunk.length)',
      by: '',
      tests: ['protocol/storage/uploads/receive'],
    },
    {
      it: 'waits for a slow body without end',
      text: 'const rate = watchRate(bounds.rate, () => stop(tooSlow()))',
      by: 'const rate = watchRate(bounds.rate, () => {})',
      tests: ['protocol/storage/uploads/slow-bodies'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/form.ts`, [
    {
      it: 'accepts a file that is too large',
      text: "on('limit', () => refuse(tooLarge()))",
      by: "on('limit', () => {})",
      tests: ['protocol/storage/uploads/forms'],
    },
    {
      it: 'accepts several files',
      text: "on('filesLimit', () => refuse(invalidRequest('The form has more than one file')))",
      by: "on('filesLimit', () => {})",
      tests: ['protocol/storage/uploads/forms'],
    },
    {
      it: 'accepts any number of fields',
      text: "on('fieldsLimit', () => refuse(invalidRequest('The form has too many fields')))",
      by: "on('fieldsLimit', () => {})",
      tests: ['protocol/storage/uploads/forms'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/body-memory.ts`, [
    {
      it: 'holds any number of large bodies that have not arrived',
      text: '(held.get(address) ?? 0) + bytes > ADDRESS_BYTES || ',
      by: '',
      tests: ['platform/http/body-memory'],
    },
    {
      it: 'does not release the memory of a body',
      text: "reply.raw.once('close', () => hold(address, -bytes))",
      by: '',
      tests: ['platform/http/body-memory'],
    },
    {
      it: 'takes a body without a declared size for a small one',
      text: 'Number.POSITIVE_INFINITY',
      by: '0',
      tests: ['platform/http/body-memory'],
    },
    {
      it: 'counts uploads with other bodies',
      text: ' || request.routeOptions.config.readsOwnBody',
      by: '',
      tests: ['platform/http/body-memory'],
    },
  ]),
  ...inFile(`${SRC}/platform/http/unsent-answers.ts`, [
    {
      it: 'holds any number of unread answers of an address',
      text: 'while (unsent.bytes > addressBytes && unsent.answers.size > 1) closeOldest(address, unsent)',
      by: '',
      tests: ['platform/http/unsent-answers'],
    },
    {
      it: 'holds any number of unread answers of all',
      text: 'while (total > totalBytes && total > bytes) closeOldest(...largest())',
      by: '',
      tests: ['platform/http/unsent-answers'],
    },
    {
      it: 'counts answers that were read',
      text: "reply.raw.once('close', () => remove(address, unsent, answer))",
      by: '',
      tests: ['platform/http/unsent-answers'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/pictures/picture-parts.ts`, [
    {
      it: 'passes texts of a PNG to the decoder',
      text: 'PNG_PIXELS.has(type) || (isPngMetadata(type, data) && once(type))',
      by: 'true',
      tests: ['protocol/storage/pictures/picture-parts'],
    },
    {
      it: 'passes a profile of any size to the decoder',
      text: 'inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength })',
      by: 'void maxOutputLength',
      tests: ['protocol/storage/pictures/picture-parts'],
    },
    {
      it: 'passes all frames of an animation to the decoder',
      text: '(WEBP_PARTS.get(type) ?? -1) && once(type)',
      by: '(WEBP_PARTS.get(type) ?? -1)',
      tests: ['protocol/storage/pictures/picture-parts'],
    },
    {
      it: 'decodes a picture of any number of scans',
      text: "if (code === SCAN && ++scans > JPEG_SCANS) throw new PictureError('pixels')",
      by: 'void scans',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'decodes a picture of any number of parts',
      text: "if (kept.length > PARTS) throw new PictureError('pixels')",
      by: '',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/pictures/decoders.ts`, [
    {
      it: 'decodes without a time limit',
      text: "onSlow()\n        child.kill('SIGKILL')",
      by: 'onSlow()',
      tests: ['protocol/storage/pictures/decoders'],
    },
    {
      it: 'gives decoders the environment of the server',
      text: 'env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },',
      by: 'env: cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) },',
      tests: ['protocol/storage/pictures/decoders'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/pictures/decoder-process.ts`, [
    {
      it: 'leaves a decoder behind when the server is killed',
      text: "process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))",
      by: 'setInterval(() => {}, 1000)',
      tests: ['protocol/storage/pictures/decoders'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/pictures/picture-encoder.ts`, [
    {
      it: 'decodes any file',
      text: "if (signature === undefined) throw new PictureError('type')",
      by: 'if (signature === undefined) return encode(given, false)',
      tests: ['protocol/storage/uploads/uploads', 'protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'decodes a picture of any cost',
      text: 'checkCost(await sharp(bytes, { limitInputPixels: false }).metadata())',
      by: 'await sharp(bytes, { limitInputPixels: false }).metadata()',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'decodes a picture of any side',
      text: 'Math.max(width, height) > MAX_SIDE || ',
      by: '',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'decodes any number of pixels',
      text: 'pixels > MAX_PIXELS || ',
      by: '',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'decodes any number of bytes',
      text: ' || decoded > MAX_DECODED_BYTES',
      by: '',
      tests: ['protocol/storage/pictures/costly-pictures'],
    },
    {
      it: 'stores the file as it was sent',
      text: 'full,\n    mini,\n    width: info.width,',
      by: 'full: bytes,\n    mini,\n    width: info.width,',
      tests: ['protocol/storage/uploads/uploads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/pictures/decode-queue.ts`, [
    {
      it: 'lets one address take all places',
      text: 'const RUNNING_ADDRESS = RUNNING - 1',
      by: 'const RUNNING_ADDRESS = RUNNING',
      tests: ['protocol/storage/pictures/decode-queue'],
    },
    {
      it: 'gives people with slow pictures any place',
      text: 'slowPeople.has(person) ? slow.run(person, inTurn, signal) : inTurn()',
      by: 'inTurn()',
      tests: ['protocol/storage/pictures/decode-queue'],
    },
    {
      it: 'decodes several pictures of one person at a time',
      text: 'running: 200,\n    runningPerKey: 1,',
      by: 'running: 200,\n    runningPerKey: 200,',
      tests: ['protocol/storage/pictures/decode-queue'],
    },
    {
      it: 'lets any number of pictures of one person wait',
      text: 'waitingPerKey: 3,',
      by: 'waitingPerKey: 200,',
      tests: ['protocol/storage/pictures/decode-queue'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/uploads-in-progress.ts`, [
    {
      it: 'does not limit uploads in total',
      text: 'entries.size >= bounds.uploads ||',
      by: '',
      tests: ['protocol/storage/uploads/uploads-in-progress'],
    },
    {
      it: 'does not limit the uploads of a person',
      text: 'count((entry) => entry.who.person === who.person) >= bounds.uploadsPerPerson ||',
      by: '',
      tests: ['protocol/storage/uploads/uploads-in-progress'],
    },
    {
      it: 'does not limit the uploads of an address',
      text: '||\n        count((entry) => entry.who.address === who.address) >= bounds.uploadsPerAddress',
      by: '',
      tests: ['protocol/storage/uploads/uploads-in-progress'],
    },
    {
      it: 'does not limit the memory of uploads',
      text: 'makeRoom(entry)',
      by: '',
      tests: ['protocol/storage/uploads/uploads-in-progress'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/audio.ts`, [
    {
      it: 'accepts a video as a voice note',
      text: "return docType === 'webm' && tracks === 1 && opus",
      by: "return docType === 'webm'",
      tests: ['protocol/storage/uploads/voice-notes'],
    },
    {
      it: 'accepts MP4 of any codec as a voice note',
      text: ' && CODECS.includes(codecs.join())',
      by: '',
      tests: ['protocol/storage/uploads/voice-notes'],
    },
  ]),
  ...inFile(`${SRC}/protocol/storage/uploads/content.ts`, [
    {
      it: 'accepts a voice note of the size of a picture',
      text: "if (bytes.length > NOTA_DE_VOZ.maxBytes) throw errors.tooLarge('audio')",
      by: '',
      tests: ['protocol/storage/uploads/voice-notes'],
    },
  ]),
]
