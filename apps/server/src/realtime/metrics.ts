import { Counter, Gauge, type Registry } from 'prom-client'
import type { Hub } from './hub.ts'

/** Read when asked for: telling of a row counts in a plain number. */
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
  new Counter({
    name: 'realtime_events_delivered_total',
    help: 'Changes of rows told, one for each channel that was told',
    registers,
    collect() {
      this.reset()
      this.inc(hub.count.delivered)
    },
  })
  new Counter({
    name: 'realtime_slow_readers_dropped_total',
    help: 'Sockets closed because their reader did not keep up',
    registers,
    collect() {
      this.reset()
      this.inc(hub.count.slow)
    },
  })
}
