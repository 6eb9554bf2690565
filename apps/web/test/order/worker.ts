import { parentPort } from 'node:worker_threads'
import { simulate } from './run.ts'

/** Runs the seeds that pool.ts sends, one after another. */

parentPort?.on('message', async (seed: number) => parentPort?.postMessage(await simulate(seed)))
