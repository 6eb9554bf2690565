import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** Live channels: who may join them, and who receives what. */
export const channelsMutants = [
  ...inFile(`${SRC}/platform/bus/redis-bus.ts`, [
    {
      it: 'does not tell the clients of other processes that an event was lost',
      text: 'if (data.lostMs !== undefined) noteLoss(data.of, elapsedMs() - data.lostMs)',
      by: '',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'forgets a lost event when the others cannot be told at once',
      text: 'lostAt ??= told',
      by: '',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'ends the channels of clients that have joined since the loss',
      text: ' || at < completeSince',
      by: '',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'keeps the own channels when an event is lost',
      text: '    setConnected(false, error)\n  }\n',
      by: '  }\n',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'keeps a connection to Redis that gives no answer',
      text: 'if (publisher.isReady && elapsedMs() - answeredAt > SILENCE_MS) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'does not stop while Redis does not answer',
      text: 'await Promise.race([publisher.close().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })])',
      by: 'await publisher.close()',
      tests: ['protocol/realtime/redis'],
    },
    {
      it: 'holds any number of events that Redis does not answer',
      text: 'commandsQueueMaxLength: QUEUE_MAX,',
      by: '',
      tests: ['protocol/realtime/interrupted-redis'],
    },
    {
      it: 'ends the channels of other processes when a heartbeat is lost',
      text: " || event.kind === 'process'",
      by: '',
      tests: ['protocol/realtime/interrupted-redis'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/presence.ts`, [
    {
      it: 'leaves people present in a conversation that becomes blocked',
      text: 'if (blocked) pushDiff(room, [], [...room.present.values()])',
      by: '',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'passes presence while one person blocks the other',
      text: 'if (room.blocked || (joins.length === 0',
      by: 'if ((joins.length === 0',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'shows who is there to a channel that joins a blocked conversation',
      text: 'room && !room.blocked ?',
      by: 'room ?',
      tests: ['seguridad/blocks'],
    },
  ]),
  ...inFile(`${SRC}/platform/bus/changes.ts`, [
    {
      it: 'tells a blocked person when the other one reads',
      text: '...(row.bloqueado_en !== null && { readers: [row[`${reader}_id`]] }),',
      by: '',
      tests: ['seguridad/blocks'],
    },
  ]),
  ...inFile(`${SRC}/platform/bus/changes.ts`, [
    {
      it: 'delivers a blocked message to both people',
      text: 'mensaje.bloqueado ? [mensaje.autor_id] : twoOf(chat)',
      by: 'twoOf(chat)',
      tests: ['protocol/realtime/changes'],
    },
    {
      it: 'tells a maestro that a hidden review was removed',
      text: 'readers: oculta ? [row.buscador_id] : twoOf(row)',
      by: 'readers: twoOf(row)',
      tests: ['operacion/commands/reviews'],
    },
  ]),
  ...inFile('db/resenas/functions.sql', [
    {
      it: 'does not announce the removal of a review',
      text: "'maestro_id', v.maestro_id));\n  perform interno.anunciar_resena(v);",
      by: "'maestro_id', v.maestro_id));",
      tests: ['operacion/commands/reviews'],
    },
  ]),
  ...inFile('db/resenas/pictures.sql', [
    {
      it: 'does not announce the removal of a photo',
      text: "jsonb_build_object('resena_id', v.id));\n  perform interno.anunciar_resena(v);",
      by: "jsonb_build_object('resena_id', v.id));",
      tests: ['operacion/commands/reviews'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/authorizer.ts`, [
    {
      it: 'admits an ended session',
      text: "if (status === 'active') return person",
      by: 'return person',
      tests: ['protocol/realtime/sessions', 'protocol/realtime/new-tokens'],
    },
    {
      it: 'admits everyone to every conversation',
      text: 'if (!isChatTopic(topic) && !restricted) return',
      by: 'return',
      tests: ['matrix/channels'],
    },
    {
      it: 'admits a person without a session to a conversation',
      text: 'if (chat) return chat',
      by: 'if (chat || (!person && isChatTopic(topic))) return chat ?? { blocked: false }',
      tests: ['matrix/channels'],
    },
    {
      it: 'admits everyone to a conversation that exists',
      text: 'where id = ${chatId} and ${userId} in (buscador_id, maestro_id)',
      by: 'where id = ${chatId} and ${userId} is not null',
      tests: ['matrix/channels'],
    },
    {
      it: 'offers private channels and presence outside of conversations',
      text: 'if (!isChatTopic(topic) && !restricted) return',
      by: 'if (!isChatTopic(topic)) return',
      tests: ['protocol/realtime/unsupported'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/join.ts`, [
    {
      it: 'closes a channel for good when the database fails to check its new token',
      text: "if (channel.state !== 'closed') end(hub, channel, 'phx_error')",
      by: 'shutDown(hub, channel, UNKNOWN)',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'does not close a channel whose session ends while its topic is checked',
      text: 'if (person) admit(channel, person)\n    const { blocked } = await authorizer.checkTopic(topic, person, restricted)\n',
      by: 'const { blocked } = await authorizer.checkTopic(topic, person, restricted)\n    if (person) admit(channel, person)\n',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'does not check the topic again when a new token arrives',
      text: 'await authorizer.checkTopic(channel.topic, person, false)',
      by: '{}',
      tests: ['protocol/realtime/new-tokens'],
    },
    {
      it: 'does not check the topic at a join',
      text: 'await authorizer.checkTopic(topic, person, restricted)',
      by: '{ blocked: false }',
      tests: ['matrix/channels'],
    },
    {
      it: 'keeps the owner before when the new token has none',
      text: 'else setOwner(hub, channel, undefined)',
      by: '',
      tests: ['protocol/realtime/new-tokens'],
    },
    {
      it: 'does not limit the sockets of a person',
      text: 'if (others.size >= limits.socketsPerPerson) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'does not limit the channels of a person',
      text: 'if (channel.owner?.person.id !== userId && channels >= maxChannels) throw tooManyChannels()',
      by: '',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'does not limit the channels of a socket',
      text: 'if (socket.channels.length >= CHANNELS_PER_SOCKET) return reasonOf(tooManyChannels())',
      by: '',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'does not limit the channels of an address',
      text: 'if (socket.address && socket.address.channels >= socket.address.maxChannels) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/socket-caps'],
    },
    {
      it: 'accepts a join of any size',
      text: 'if (bytes > JOIN_BYTES) return TOO_LARGE',
      by: '',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'accepts subscriptions of any size',
      text: 'return Buffer.byteLength(subscriptions) > SUBSCRIPTIONS_BYTES ? TOO_LARGE : undefined',
      by: 'return subscriptions === "" ? TOO_LARGE : undefined',
      tests: ['protocol/realtime/unsupported'],
    },
    {
      it: 'accepts a topic of any length',
      text: ' || topic.length > TOPIC_CHARS',
      by: '',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'accepts a request to replay broadcasts',
      text: 'if (config?.broadcast?.replay !== undefined) {',
      by: 'if (false) {',
      tests: ['protocol/realtime/unsupported'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/session-checker.ts`, [
    {
      it: 'takes a suspended account for an active one',
      text: "if (suspended) return 'suspended'",
      by: '',
      tests: ['protocol/realtime/session-checker'],
    },
    {
      it: 'takes every session for an active one',
      text: "if (!lives) return 'ended'",
      by: '',
      tests: ['protocol/realtime/session-checker'],
    },
    {
      it: 'opens channels for operators',
      text: "return operator ? 'operator' : 'active'",
      by: "return 'active'",
      tests: ['matrix/operators'],
    },
    {
      it: 'accepts a session of another person',
      text: 'on s.id = a.session_id and s.user_id = a.user_id',
      by: 'on s.id = a.session_id',
      tests: ['protocol/realtime/bounds'],
    },
    {
      it: 'ignores a session that ends during the check',
      text: 'const end = endedMeanwhile.find((event) => isEndedBy(event, one))',
      by: 'const end = endedMeanwhile.find(() => false)',
      tests: ['protocol/realtime/session-checker'],
    },
    {
      it: 'ends all sessions where one is named',
      text: '(only === undefined || session.sessionId === only) &&',
      by: '',
      tests: ['protocol/realtime/session-checker'],
    },
    {
      it: 'ends the session that is excepted',
      text: ' &&\n  (except === undefined || session.sessionId !== except)',
      by: '',
      tests: ['protocol/realtime/session-checker'],
    },
    {
      it: 'ends the sessions of everyone',
      text: 'session.userId === userId &&',
      by: '',
      tests: ['protocol/realtime/session-checker'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/listen.ts`, [
    {
      it: 'leaves the channels of an ended session open',
      text: 'return endChannels(hub, event)',
      by: 'return undefined',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'leaves the socket of a suspended account open',
      text: 'if (event.banned && socket.channels.length === 0) socket.close(POLICY_CODE, BANNED)',
      by: '',
      tests: ['cuenta/suspension'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/clock.ts`, [
    {
      it: 'leaves channels with an expired token open',
      text: 'if (expired?.owner) shutDown(hub, expired, expiredText(expired.owner.expires))',
      by: '',
      tests: ['protocol/realtime/sessions'],
    },
    {
      it: 'leaves channels of inactive sessions open',
      text: "if (status === 'active') continue",
      by: 'continue',
      tests: ['protocol/realtime/limits'],
    },
    {
      it: 'leaves sockets without a channel open',
      text: 'cutOff(hub, socket, NO_CHANNEL)',
      by: '{}',
      tests: ['protocol/realtime/socket-credit'],
    },
  ]),
  ...inFile(`${SRC}/protocol/realtime/row-changes/deliver.ts`, [
    {
      it: 'delivers rows after the token has expired',
      text: ' || owner === undefined || owner.expires <= now',
      by: ' || owner === undefined',
      tests: ['protocol/realtime/bounds'],
    },
  ]),
]
