import { Counter, Gauge, type Registry } from 'prom-client'
import type { Hub } from './hub.ts'

/** The values are read when the metrics are collected, so that a delivery only increments a plain number. */
export function addLiveMetrics(registry: Registry, hub: Hub): void {
  const registers = [registry]
  new Gauge({
    name: 'realtime_sockets',
    help: 'Open sockets of the live surface',
    registers,
    collect() {
      this.set(hub.sockets.size)
    },
  })
  new Gauge({
    name: 'realtime_channels',
    help: 'Channels of those sockets, joined or joining',
    registers,
    collect() {
      this.set(hub.count.channels)
    },
  })
  const counters = [
    ['delivered', 'realtime_events_delivered_total', 'Row changes delivered, counted once for each channel'],
    ['slow', 'realtime_slow_readers_dropped_total', 'Sockets closed because their reader did not keep up'],
    ['refused', 'realtime_sockets_refused_total', 'Upgrade requests that were refused'],
    ['cutOff', 'realtime_sockets_cut_off_total', 'Sockets ended because their client broke a limit'],
    ['failed', 'realtime_handler_failures_total', 'Sockets ended because a handler failed'],
  ] as const
  for (const [count, name, help] of counters) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(hub.count[count])
      },
    })
  }
}
