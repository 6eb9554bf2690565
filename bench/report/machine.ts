import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'

/** Facts that a reader needs to judge the figures, without identifying the machine. */
export function machineFacts(extra: Record<string, string>): [string, string][] {
  const model = cpus()[0]?.model.trim()
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['cores', `${availableParallelism()}${model && model !== 'unknown' ? ` (${model})` : ''}`],
    ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['system', `${platform()} ${arch()}`],
    ['Node.js', process.versions.node],
    ...Object.entries(extra),
  ]
}
