import type { Caller } from '../caller.ts'
import { addressGroup } from './address.ts'

/** Whose share of a bounded resource a request uses: the person's, or without one the address's. */
export function callerKey(caller: Caller, ip: string): string {
  return caller.role === 'authenticated' ? `person:${caller.userId}` : `address:${addressGroup(ip)}`
}
