import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** What a client may send over a live socket, and how much. */
export const socketsMutants = [
  ...inFile(`${SRC}/protocol/realtime/broadcast.ts`, [
    {
      it: 'delivers broadcasts after the token has expired',
      text: '(channel.owner?.expires ?? 0) <= now || ',
      by: '',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'accepts a broadcast of any size',
      text: ' || sizeOf(content) > BROADCAST_BYTES',
      by: '',
      tests: ['protocol/realtime/conversation'],
    },
    {
      it: 'accepts an event name of any length',
      text: 'Buffer.byteLength(content.event) > EVENT_BYTES || ',
      by: '',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'accepts broadcasts outside of a conversation',
      text: 'if (!room || message.persist) {',
      by: 'if (!room) return\n  if (message.persist) {',
      tests: ['protocol/realtime/unsupported', 'protocol/realtime/conversation'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/http-broadcast.ts`, [
    {
      it: 'accepts broadcasts from everyone over HTTP',
      text: 'await authorizer.checkTopic(PREFIX + topic, person, false)',
      by: '{ blocked: false }',
      tests: ['protocol/realtime/conversation'],
    },
    {
      it: 'accepts broadcasts outside of a conversation over HTTP',
      text: "if (!isChatTopic(PREFIX + topic)) throw new Refusal('Unauthorized', cannotWrite(topic))",
      by: '',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'does not take the cost of broadcasts over HTTP',
      text: 'if (person) pay(quotas.person(person.userId), contents)',
      by: '',
      tests: ['protocol/realtime/socket-credit'],
    },
    {
      it: 'accepts a broadcast of any size over HTTP',
      text: 'if (isTooLong(content)) throw new z.ZodError([])',
      by: '',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'accepts any number of broadcasts in one request',
      text: '.min(1)\n    .max(MESSAGES),',
      by: '.min(1),',
      tests: ['protocol/realtime/bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/presence.ts`, [
    {
      it: 'accepts presence outside of a conversation',
      text: 'if (!room)\n        return reply',
      by: 'if (!room)\n        return\n      if (false) return reply',
      tests: ['protocol/realtime/unsupported', 'protocol/realtime/conversation'],
    },
    {
      it: 'accepts a presence state of any size',
      text: 'if (JSON.stringify(meta.data).length > TRACK_BYTES) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/conversation'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/messages.ts`, [
    {
      it: 'does not check the credit of a frame',
      text: 'if (payFrame(socket, bytes, now)) return true',
      by: 'return true',
      tests: ['protocol/realtime/socket-credit'],
    },
    {
      it: 'takes no credit for a broken limit',
      text: 'if (socket.payer) chargeCutOff(socket.payer)',
      by: '',
      tests: ['protocol/realtime/socket-credit'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/frames.ts`, [
    {
      it: 'parses nested JSON of any depth',
      text: "if (isDeeperThan(text)) throw new RangeError('JSON is nested too deep')",
      by: '',
      tests: ['protocol/realtime/nested-frames'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/hub.ts`, [
    {
      it: 'keeps sockets that do not read',
      text: 'if (bytes <= BUFFERED_BYTES && !crowded) return',
      by: 'if (!crowded) return',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'removes the channels of a socket before it is ended for all buffers',
      text: 'if (crowded) {',
      by: 'if (crowded) {\n    removeChannels(hub, socket)',
      tests: ['protocol/realtime/crowded-room'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/unsent.ts`, [
    {
      it: 'does not limit what all sockets of an address hold',
      text: 'address.unsent > ADDRESS_BUFFERED_BYTES',
      by: 'address.unsent > ADDRESS_BUFFERED_BYTES && false',
      tests: ['protocol/realtime/unsent'],
    },
    {
      it: 'counts only the bytes of small frames',
      text: ' + socket.unsentFrames * UNSENT_FRAME_BYTES',
      by: '',
      tests: ['protocol/realtime/crowded-room'],
    },
    {
      it: 'counts frames that the client has read',
      text: 'Math.min(socket.unsentFrames + frames, Math.floor(bytes / SMALLEST_FRAME_BYTES))',
      by: 'socket.unsentFrames + frames',
      tests: ['protocol/realtime/crowded-room'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/quotas.ts`, [
    {
      it: 'does not limit the sockets of an address',
      text: 'address.sockets < socketsPerAddress &&',
      by: '',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'does not limit the sockets without a person',
      text: 'address.anonymous < anonymousPerAddress &&',
      by: '',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'takes no credit for opening a socket',
      text: 'spend(address, OPENING_COST, address, Date.now())',
      by: 'true',
      tests: ['protocol/realtime/socket-credit'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/sockets.ts`, [
    {
      it: 'lets a reset connection end the process',
      text: "stream.on('error', ignore)",
      by: '',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'opens a socket without a key',
      text: "if (key === undefined) return refuse(401, 'API key is missing')",
      by: '',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'opens a socket with any key',
      text: "if (!options.isKey(key)) return refuse(401, 'Invalid API key')",
      by: '',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'opens any number of sockets',
      text: "if (wss.clients.size >= options.total) return refuse(503, 'Too many connections')",
      by: '',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'accepts frames of any size',
      text: 'maxPayload: FRAME_BYTES,',
      by: '',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'accepts any number of fragments',
      text: 'maxFragments: FRAGMENTS,',
      by: '',
      tests: ['protocol/realtime/socket-credit'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/plugin.ts`, [
    {
      it: 'accepts a key that only begins like ours',
      text: 'key === secrets.publishableKey || key === secrets.secretKey',
      by: 'secrets.publishableKey.startsWith(key.slice(0, 16)) || key === secrets.secretKey',
      tests: ['protocol/realtime/bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/row-changes/filters.ts`, [
    {
      it: 'accepts any number of filters',
      text: 'if (parts.length > FILTERS_PER_CHANGE)',
      by: 'if (false)',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'accepts any number of values',
      text: 'if (values.length > VALUES_PER_FILTER) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/row-changes/subscriptions.ts`, [
    {
      it: 'accepts any number of subscriptions',
      text: 'if (list.length > CHANGES_PER_CHANNEL) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'ignores filters',
      text: ' || !tests.every((test) => test(record))',
      by: '',
      tests: ['protocol/realtime/changes'],
    },
    {
      it: 'subscribes to tables that are not live',
      text: "if (tables.length === 0 || target.event === 'DELETE') {",
      by: "if (target.event === 'DELETE') {",
      tests: ['protocol/realtime/changes'],
    },
  ]),
]
