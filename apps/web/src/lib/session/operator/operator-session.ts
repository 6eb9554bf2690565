import type { Contract } from '@maestros/contrato/contract'
import { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { fraseDeSegundoFactor } from '@maestros/dominio/acceso/textos-de-segundo-factor'
import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { pause } from '#ui/timing/pause.ts'
import { BANNED, isRetryableAuthError } from '../../client/call-error.ts'
import type { OperatorClient } from '../../client/client-type.ts'
import { endsSession, invokeFunction, type Options, type Refusal } from '../../client/invoke-function.ts'
import { type AuthFailure, failureOf, is, OFFLINE } from '../auth-failure.ts'
import {
  forgetOperatorSession,
  hasOperatorSession,
  operatorStorage,
  STORAGE_NAME,
} from './operator-storage.ts'

/**
 * The session of the operators' console. It is another one than that of seekers and maestros (session.ts): it has a client and a
 * storage of its own, and becomes usable only with a second factor.
 */

let starting: Promise<OperatorClient> | undefined

/** One client a page. A failed start is forgotten, so that the next call tries again. */
function getOperatorClient(): Promise<OperatorClient> {
  starting ??= import('../../client/create-client.ts')
    .then(({ createOperatorClient }) =>
      createOperatorClient({ storageKey: STORAGE_NAME, storage: operatorStorage }),
    )
    .catch((cause: unknown) => {
      starting = undefined
      throw cause
    })
  return starting
}

type Operador = z.output<typeof operacionInicio.output>['operador']

/** A new second factor: its QR code as the address of an image, and its secret for typing it by hand. */
export type NewFactor = { id: string; qr: string; secret: string; uri: string }

export type OperatorSession =
  | { status: 'loading' }
  /** The server could not be reached to find out who is signed in. */
  | { status: 'unreachable' }
  /** `ended`: the server has ended the session, or its time is over. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'needs-enrolment'; factor: NewFactor }
  /** A first factor can be enrolled only shortly after the access link was used. */
  | { status: 'needs-link' }
  | { status: 'needs-code'; factorId: string }
  | { status: 'signed-in'; operador: Operador }

const LOADING: OperatorSession = { status: 'loading' }
const SIGNED_OUT: OperatorSession = { status: 'signed-out', ended: false }

let current: OperatorSession = LOADING
/** Counts the sessions of this page: an answer to a call of an earlier session says nothing about the present one. */
let sessions = 0
const listeners = new Set<() => void>()

function set(next: OperatorSession) {
  current = next
  for (const listener of listeners) listener()
}

export const getOperatorSession = (): OperatorSession => current

export function onOperatorSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOperatorSession = (): OperatorSession =>
  useSyncExternalStore(onOperatorSession, getOperatorSession, () => LOADING)

let started: Promise<void> | undefined

/** Reads the stored session once a page. */
export const startOperatorSession = (): Promise<void> => {
  started ??= readOperatorSession()
  return started
}

/** Finds out how far the sign-in is. Also called by a person, after nothing answered. */
export async function readOperatorSession(): Promise<void> {
  set(LOADING)
  const had = hasOperatorSession()
  // Visitors without a session need no client to see the form.
  if (!had) return set(SIGNED_OUT)
  try {
    const client = await clientWithEvents()
    const { data, error } = await client.auth.getSession()
    if (isRetryableAuthError(error)) throw error
    if (data.session) await advance(client)
    else end()
  } catch {
    set({ status: 'unreachable' })
  }
}

let listening = false

async function clientWithEvents(): Promise<OperatorClient> {
  const client = await getOperatorClient()
  if (!listening) {
    listening = true
    client.auth.onAuthStateChange((event) => {
      // The session was removed by the client: the server has refused to renew it.
      if (event === 'SIGNED_OUT' && current.status !== 'signed-out') end()
    })
  }
  return client
}

/** The next step of a session: another factor, or the console. Throws when nothing answers. */
async function advance(client: OperatorClient): Promise<void> {
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (level?.currentLevel === 'aal2') return openConsole()
  const { data: factors, error } = await client.auth.mfa.listFactors()
  if (error) return isRetryableAuthError(error) ? Promise.reject(error) : end()
  const [factor] = factors.totp
  if (factor) set({ status: 'needs-code', factorId: factor.id })
  else await enrol(client)
}

async function openConsole() {
  const { data } = await callOperator(operacionInicio, {})
  set({ status: 'signed-in', operador: data.operador })
}

async function enrol(client: OperatorClient): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error && is(error, 'insufficient_aal')) return set({ status: 'needs-link' })
  if (error) throw error
  const { qr_code, secret, uri } = data.totp
  set({ status: 'needs-enrolment', factor: { id: data.id, qr: imageAddress(qr_code), secret, uri } })
}

const SVG = 'data:image/svg+xml'

/** The client adds its prefix to the markup without escaping it: a '#' of a colour would end the address. */
const imageAddress = (qr: string) => `${SVG},${encodeURIComponent(qr.replace(/^data:[^,]*,/, ''))}`

export type OperatorSignIn =
  | { ok: true }
  | { ok: false; reason: 'credentials' | 'not-operator' | 'suspended' }
  | AuthFailure

export async function signInOperator(input: { email: string; password: string }): Promise<OperatorSignIn> {
  await leaving
  const client = await clientWithEvents().catch(() => null)
  if (!client) return OFFLINE
  const { data, error } = await client.auth.signInWithPassword(input)
  if (error) return refusalOf(error)
  if (data.user.app_metadata.rol !== 'operador') {
    await signOutOperator()
    return { ok: false, reason: 'not-operator' }
  }
  sessions += 1
  await advance(client).catch(() => set({ status: 'unreachable' }))
  return { ok: true }
}

function refusalOf(error: Error): OperatorSignIn {
  if (is(error, 'invalid_credentials')) return { ok: false, reason: 'credentials' }
  if (is(error, BANNED)) return { ok: false, reason: 'suspended' }
  return failureOf(error)
}

export type CodeResult = { ok: true } | { ok: false; reason: 'wrong' } | AuthFailure

/** Gives the session its second factor, with the code that the authenticator app shows. */
export async function confirmCode(code: string): Promise<CodeResult> {
  const factorId = factorOf(current)
  const client = await clientWithEvents().catch(() => null)
  if (!client || factorId === null) return OFFLINE
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  if (!error) {
    await advance(client).catch(() => set({ status: 'unreachable' }))
    return { ok: true }
  }
  if (WRONG_CODE.some((wrong) => is(error, wrong))) return { ok: false, reason: 'wrong' }
  if (ENDED.some((ended) => is(error, ended))) {
    end()
    return { ok: true }
  }
  const message = fraseDeSegundoFactor(error.code)
  return message === null ? failureOf(error) : { ok: false, reason: 'other', message }
}

const WRONG_CODE = ['mfa_verification_failed', 'mfa_verification_rejected', 'mfa_challenge_expired']
const ENDED = ['session_not_found', 'session_expired', 'bad_jwt', 'no_authorization']

function factorOf(session: OperatorSession): string | null {
  if (session.status === 'needs-enrolment') return session.factor.id
  return session.status === 'needs-code' ? session.factorId : null
}

/** A sign-out waits this long for the answer of the server. */
const SIGN_OUT_MS = 2000

/** The last sign-out: a sign-in waits for it, because the client removes the stored session at its end. */
let leaving: Promise<void> = Promise.resolve()

/** Ends the session here at once, and on the server when it answers. */
export function signOutOperator(): Promise<void> {
  sessions += 1
  set(SIGNED_OUT)
  leaving = revoke()
  return leaving
}

async function revoke() {
  const client = await getOperatorClient().catch(() => null)
  const answered = client?.auth.signOut({ scope: 'local' }).catch(() => undefined)
  await Promise.race([answered, pause(SIGN_OUT_MS)])
  forgetOperatorSession()
}

/** The session is over: the console shows its sign-in and says so. */
function end() {
  sessions += 1
  forgetOperatorSession()
  set({ status: 'signed-out', ended: true })
}

/** Calls a server function by its contract, with the session of the console. Throws a CallError like callFunction. */
export async function callOperator<Input extends z.ZodMiniObject, Output extends z.ZodMiniType>(
  contract: Contract<Input, Output>,
  input: z.input<Input>,
  options: Options = {},
) {
  const session = sessions
  const { functions } = await clientWithEvents()
  const onRefused = (refusal: Refusal) => {
    if (session === sessions && endsConsole(refusal)) end()
  }
  return invokeFunction(functions, contract, input, { ...options, onRefused })
}

/** A suspended operator has no session either. */
const endsConsole = (refusal: Refusal) => endsSession(refusal) || refusal.code === 'ACCOUNT_SUSPENDED'
