import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { Registry } from 'prom-client'
import { clientAddresses } from '../../platform/http/client-address.ts'
import { capacityOf } from '../../platform/http/connections.ts'
import { addressGroup } from '../../platform/limits/address.ts'
import { fileAddresses } from '../../platform/objects/message-files.ts'
import type { Services } from '../../platform/services.ts'
import { authorizer } from './authorizer.ts'
import { startClock } from './clock.ts'
import { endFailed } from './guard.ts'
import { broadcastRoutes } from './http-broadcast.ts'
import { type Hub, removeChannels } from './hub.ts'
import { joinHandler } from './join.ts'
import { lastSeen } from './last-seen.ts'
import { listenToBus } from './listen.ts'
import { controlHandler, messageHandler } from './messages.ts'
import { addLiveMetrics } from './metrics.ts'
import { presence } from './presence.ts'
import { quotas } from './quotas.ts'
import { loadColumns } from './row-changes/columns.ts'
import { subscriptionRegistry } from './row-changes/subscriptions.ts'
import { sessionChecker } from './session-checker.ts'
import { openSockets } from './sockets.ts'
import { noteUnsent } from './unsent.ts'

/** The realtime surface: Phoenix channels for the official client, on the server's own port. */
export const realtimeSurface: FastifyPluginAsync<{ services: Services; metrics: Registry }> = async (
  app,
  { services, metrics },
) => {
  const { bus, callers, config, db, log, secrets } = services
  const columns = await loadColumns(db.sql)
  const capacity = capacityOf(config)
  const addresses = clientAddresses(config)
  const hub: Hub = {
    bus,
    log,
    fileAddresses: fileAddresses(secrets),
    subscriptions: subscriptionRegistry(columns),
    quotas: quotas(capacity),
    sockets: new Set(),
    people: new Map(),
    rooms: new Map(),
    unsent: 0,
    process: randomBytes(6).toString('base64url'),
    count: { channels: 0, delivered: 0, slow: 0, refused: 0, cutOff: 0, failed: 0 },
    onLeft: (channel, room) => present.onLeft(channel, room),
  }
  const present = presence(hub)
  const sessions = sessionChecker(db.sql)
  const topics = authorizer(db.sql, secrets, callers, sessions)
  const joins = joinHandler(hub, topics, present, { socketsPerPerson: config.LIMIT_SOCKETS_PERSON })
  const sockets = openSockets(app.server, {
    isKey: (key) => key === secrets.publishableKey || key === secrets.secretKey,
    quotaOf: (request) => hub.quotas.address(addressGroup(addresses.of(request))),
    mayOpen: hub.quotas.mayOpen,
    total: capacity.sockets,
    onMessage: messageHandler(hub, joins, present),
    onControl: controlHandler(hub),
    onClose: (socket) => {
      noteUnsent(hub, socket, 0)
      removeChannels(hub, socket)
    },
    onError: (_socket, error) => log.debug({ err: error }, 'a socket failed'),
    onRefused: () => {
      hub.count.refused += 1
    },
    onFailure: (socket, handler, error) => endFailed(hub, socket, handler, error),
    onUpgradeFailure: (error) => log.error({ err: error }, 'an upgrade request could not be handled'),
  })
  hub.sockets = sockets.all
  const stopListening = listenToBus(hub, columns, sessions, present)
  const stopClock = startClock(hub, sessions, present, lastSeen(hub, db.sql), config)
  addLiveMetrics(metrics, hub)
  broadcastRoutes(app, services, topics, hub.quotas)

  app.addHook('preClose', async () => {
    stopClock()
    bus.publish({ kind: 'process', process: hub.process, gone: true })
    await sockets.close()
    stopListening()
  })
}
