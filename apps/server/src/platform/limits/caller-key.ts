import type { Caller } from '../caller.ts'
import { addressGroup } from './address.ts'

/** The key under which a limited resource is counted: the person, or the address when nobody is signed in. */
export function callerKey(caller: Caller, ip: string): string {
  return caller.role === 'authenticated' ? `person:${caller.userId}` : `address:${addressGroup(ip)}`
}
