import type { CodigoComun, Contract } from '@maestros/contrato'
import type { FastifyRequest } from 'fastify'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type * as z from 'zod/mini'
import type { Caller, Person } from '../../platform/caller.ts'
import type { Services } from '../../platform/services.ts'
import type { FunctionError, rateLimited } from './errors.ts'
import { inputReader } from './input.ts'

/** An answer as JSON text. `Value` is the type of the parsed text; the tests parse it and compare. */
export class JsonText<out Value> {
  readonly body: string | Buffer
  /** Never set. It binds the type of the value to the text. */
  declare readonly value: Value
  constructor(body: string | Buffer) {
    this.body = body
  }
}

/** The body that a function answers, by its contract. */
type OutputOf<C extends Contract> = z.output<C['output']>
/** The codes that a function may answer: its contract's own, and those that every function may answer. */
type CodeOf<C extends Contract> = C['errors'][number] | CodigoComun
type HeaderOf<C> = C extends Contract<infer _I, infer _O, infer _W, infer _E, infer Header> ? Header : never

/** What a call brings besides its input. */
interface CommonContext<C extends Contract, Prepared> {
  services: Services
  /** What `prepare` returned. */
  prepared: Prepared
  /** Whose share of a bounded resource this call uses (platform/limits/address.ts). */
  key: string
  /** The group of the address that the call comes from (platform/limits/address.ts). */
  addressGroup: string
  /**
   * Runs work that occupies a connection of the owner's pool, when the caller's share of the pool has room. Statements
   * that wait in a batch queue (batch-queue.ts) are bounded there and do not pass here.
   */
  withConnection<T>(work: () => Promise<T>): Promise<T>
  /** A refusal to throw. The code is one of the contract, the sentence is for the person. */
  error(code: Exclude<CodeOf<C>, 'RATE_LIMITED'>, message: string): FunctionError
  /** A refusal by a limit, with the seconds after which the call may be repeated. Its contract names RATE_LIMITED. */
  rateLimited: 'RATE_LIMITED' extends CodeOf<C> ? typeof rateLimited : never
  /** An answer whose JSON text exists already, for example in a column. It is sent as it is. */
  json(body: string | Buffer): JsonText<OutputOf<C>>
  /** Sets a header that the contract names. */
  header(name: HeaderOf<C>, value: string): void
}

export interface PublicContext<C extends Contract, Prepared> extends CommonContext<C, Prepared> {
  caller: Caller
}

export interface PersonContext<C extends Contract, Prepared> extends CommonContext<C, Prepared> {
  caller: Person
  /** Runs a statement as the owner, after the database has checked the caller's session, account and role. */
  run: Run
}

export type Run = <T extends readonly (Row | undefined)[]>(
  statement: (sql: ReservedSql) => PendingQuery<T>,
) => Promise<T>

export type Context<C extends Contract, Prepared = undefined> = C['callers'] extends 'public'
  ? PublicContext<C, Prepared>
  : PersonContext<C, Prepared>

/** A function that is ready to answer: `prepare` has run. The types of its parts are known to `defineFunction` alone. */
export interface ReadyFunction {
  prepared: unknown
  read(request: FastifyRequest): unknown
  handle(input: unknown, context: unknown): Promise<unknown>
}

/** What the file of a function exports as its default (see load.ts). */
export class FunctionDefinition {
  readonly contract: Contract
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** Called once for each server, at its start. */
  readonly start: (services: Services) => ReadyFunction
  constructor(contract: Contract, summary: string, start: (services: Services) => ReadyFunction) {
    this.contract = contract
    this.summary = summary
    this.start = start
  }
}

/** Named in the compiler's message when an answer has a field that the output of the contract lacks. */
interface FieldsThatTheContractDoesNotHave {
  handle: never
}

/**
 * A server function. The address, the parsing of the input, the check of the caller and the type of the answer come from
 * the contract. The compiler refuses an answer that lacks a field of the output or has one more.
 */
export function defineFunction<
  C extends Contract,
  const Answer extends DeepReadonly<OutputOf<C>> | JsonText<OutputOf<C>>,
  Prepared = undefined,
  Input = z.output<C['input']>,
>(
  contract: C,
  definition: {
    summary: string
    /** Work that is done once at start: batch queues, prepared functions. `handle` finds the result in its context. */
    prepare?(services: Services): Prepared
    /** Reads the input in place of the contract's schema. For hot functions only; a test compares the two. */
    parse?(request: FastifyRequest): Input
    handle(input: Input, context: Context<C, Prepared>): Promise<Answer>
  } & ([Answer] extends [Exact<OutputOf<C> | JsonText<OutputOf<C>>, Answer>]
    ? unknown
    : FieldsThatTheContractDoesNotHave),
): FunctionDefinition {
  const { summary, prepare, parse, handle } = definition
  return new FunctionDefinition(contract, summary, (services) => ({
    prepared: prepare?.(services),
    read: parse ?? inputReader(contract),
    // The plugin passes what `read` returned and the context that the contract's callers ask for.
    handle: handle as ReadyFunction['handle'],
  }))
}

/**
 * `Given` with every field that `Allowed` does not have turned into `never`, at any depth. Assigning a value of the type
 * `Given` to it fails when the value has a field too many, which TypeScript alone accepts from a function's result.
 */
type Exact<Allowed, Given> = Given extends readonly (infer Item)[]
  ? readonly Exact<ItemOf<Allowed>, Item>[]
  : Given extends object
    ? { [Key in keyof Given]: Key extends KeyOf<Allowed> ? Exact<FieldOf<Allowed, Key>, Given[Key]> : never }
    : Given

// Conditional types, so that each member of a union is compared separately.
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends object ? keyof T : never
type FieldOf<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never

/** The compiler infers the literals of a function's result as read-only values. */
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T
