import { addressGroup, inetOf } from '../../platform/limits/address.ts'
import { textSigner } from '../../platform/secrecy/text-signer.ts'
import type { Services } from '../../platform/services.ts'

/** The addresses where an account had a session. The database has a keyed hash of each. */

type Needs = Pick<Services, 'db' | 'secrets'>

export const KNOWN_DAYS = 90
/** Of one account; phones change their address often. The ones that were seen last are kept. */
const KNOWN_PER_ACCOUNT = 50

const hashOf = ({ secrets }: Needs, ip: string): string =>
  textSigner(secrets.jwtSecret, 'maestros/auth/known-address').sign(addressGroup(ip))

export async function rememberAddress(needs: Needs, userId: string, ip: string): Promise<void> {
  if (inetOf(ip) === null) return
  const address = hashOf(needs, ip)
  // The account may have been erased a moment ago. Most refreshes find the row of today and write nothing.
  await needs.db.sql`
    with seen as (
      insert into auth.known_addresses (user_id, address)
      select id, ${address} from auth.users
      where id = ${userId} and not exists (
        select from auth.known_addresses where user_id = ${userId} and address = ${address} and seen_on = current_date)
      on conflict (user_id, address) do update set seen_on = current_date
      returning user_id
    )
    delete from auth.known_addresses where (user_id, address) in (
      select k.user_id, k.address from seen join auth.known_addresses k using (user_id)
      order by k.seen_on desc, k.address offset ${KNOWN_PER_ACCOUNT})`
}

export async function isKnownAddress(needs: Needs, email: string, ip: string): Promise<boolean> {
  if (inetOf(ip) === null) return false
  const known = await needs.db.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id
    where u.email = ${email} and k.address = ${hashOf(needs, ip)} and k.seen_on >= current_date - ${KNOWN_DAYS}::int`
  return known.length > 0
}
