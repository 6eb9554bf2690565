import type { Role } from '@maestros/dominio/acceso/roles'
import type { ISql, PendingQuery, Row } from 'postgres'
import { secondFactorNeeded, userBanned } from './errors.ts'

/** In the place of a hash: no password is right, and no link or code signs in. */
export const NO_PASSWORD = '!'

/** How a session was opened. */
export type SessionMethod = 'password' | 'otp'

/** An account with its role and suspension, which come from the profile and never from metadata. */
export interface UserRow {
  id: string
  email: string
  encrypted_password: string
  email_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  created_at: Date
  updated_at: Date
  nombre: string | null
  profile_role: Role | 'operador' | null
  suspended: boolean
  /** The owner is closing the account: signing in keeps it. */
  closing: boolean
  /** The second factors of an operator; null for other accounts, which have none. */
  factors: Factor[] | null
}

/** A second factor as the official client lists it. */
interface Factor {
  id: string
  friendly_name: string
  factor_type: 'totp'
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
}

export const userColumns = (sql: ISql) => sql`
  u.id, u.email, u.encrypted_password, u.email_confirmed_at, u.confirmation_sent_at, u.recovery_sent_at,
  u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at,
  p.nombre, p.role as profile_role, p.suspendido_en is not null and not interno.se_cierra(u.id) as suspended,
  interno.se_cierra(u.id) as closing,
  case when p.role = 'operador' then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at, f.id), '[]')
    from auth.mfa_factors f where f.user_id = u.id
  ) end as factors`

export async function findByEmail(sql: ISql, email: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u left join public.profiles p on p.id = u.id
    where u.email = ${email}`
  return user
}

export async function findById(sql: ISql, id: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u left join public.profiles p on p.id = u.id
    where u.id = ${id}`
  return user
}

/**
 * Locks an account before rows that refer to it are changed. Its erasure locks in the same order (interno.borrar_cuenta), so that neither
 * waits for the other one. `id` may be a subquery.
 */
export async function lockAccount(tx: ISql, id: string | PendingQuery<Row[]>): Promise<void> {
  await tx`select from auth.users where id = (${id}) for no key update`
}

/** Fails for an account that may not have a session: a suspended one, and an operator's without the password. */
export function requireMaySignIn(user: UserRow, status: 400 | 403, method: SessionMethod): void {
  if (user.suspended) throw userBanned(status)
  if (isOperator(user) && method !== 'password') throw secondFactorNeeded(status)
}

export const isOperator = (user: UserRow): boolean => user.profile_role === 'operador'

export interface NewUser {
  email: string
  passwordHash: string
  metadata: string
  confirmed: boolean
}

/**
 * Returns undefined when the e-mail address is taken. A database trigger creates the profile in the same
 * statement.
 */
export async function createUser(sql: ISql, user: NewUser): Promise<UserRow | undefined> {
  const [created] = await sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, raw_user_meta_data, email_confirmed_at)
    values (${user.email}, ${user.passwordHash}, ${user.metadata}::text::jsonb,
            case when ${user.confirmed} then now() end)
    on conflict (email) do nothing
    returning id`
  return created && findById(sql, created.id)
}

/** The fields of an account that the server returns. */
export function presentUser(user: UserRow) {
  const confirmed = user.email_confirmed_at ?? undefined
  const lastSignIn = user.last_sign_in_at ?? undefined
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: confirmed,
    phone: '',
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: confirmed,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    last_sign_in_at: lastSignIn,
    // The sign-in screens of the other roles recognize an operator by it. Only somebody who knows the password gets this answer.
    app_metadata: isOperator(user) ? { ...user.raw_app_meta_data, rol: 'operador' } : user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: { sub: user.id, email: user.email, email_verified: confirmed !== undefined },
        provider: 'email',
        last_sign_in_at: lastSignIn,
        created_at: user.created_at,
        updated_at: user.updated_at,
        email: user.email,
      },
    ],
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
    ...(user.factors && { factors: user.factors }),
  }
}
