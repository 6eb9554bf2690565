import type { Signer } from '../objects/signed.ts'

/**
 * How long an operator can open an address. It ends earlier only when its object is deleted, so identity documents and the evidence
 * of reports are shown for a shorter time than pictures of tickets.
 */
const SECONDS = { 'chat-media': 60 * 60, 'support-tickets': 24 * 60 * 60 }

export type PrivateBucket = keyof typeof SECONDS

/** The signed address of a private file, for an operator. */
export const addressFor = ({ sign }: Pick<Signer, 'sign'>, bucket: PrivateBucket, name: string) =>
  sign(bucket, name, SECONDS[bucket])
