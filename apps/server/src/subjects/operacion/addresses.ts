import type { Session, Signer } from '../../platform/objects/signed.ts'

/**
 * How long an operator can open an address. It ends earlier only with the session and when its object is deleted, so identity documents and the evidence
 * of reports are shown for a shorter time than pictures of tickets.
 */
const SECONDS = { 'chat-media': 60 * 60, 'support-tickets': 24 * 60 * 60 }

export type PrivateBucket = keyof typeof SECONDS

/** The signed address of a private file, for an operator: in the console with a session, on the command line without one. */
export const addressFor = (
  { sign }: Pick<Signer, 'sign'>,
  bucket: PrivateBucket,
  name: string,
  operator: Session | undefined,
) => sign(bucket, name, SECONDS[bucket], operator)
