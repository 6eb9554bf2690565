import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller, Person } from '../caller.ts'
import type { Services } from '../services.ts'

/** A function as its file exports it: what it is called, who may call it, and what it does (made once, at start). */
export type FunctionDefinition = PublicFunction | PersonFunction

interface Address {
  name: string
  method: 'GET' | 'POST'
  /** Under /functions/v1, with Fastify's parameters. */
  path: string
}

/** Answers to the publishable key alone; whoever also signed in is known. */
export interface PublicFunction extends Address {
  caller: 'public'
  handler(services: Services): (call: Call<Caller>) => Promise<unknown>
}

export interface PersonFunction extends Address {
  caller: 'person' | 'buscador' | 'maestro'
  handler(services: Services): (call: PersonCall) => Promise<unknown>
}

export interface Call<Who> {
  request: FastifyRequest
  reply: FastifyReply
  caller: Who
  /** Whose share of a bounded resource this call uses (limits/caller-key.ts). */
  key: string
  /**
   * Runs work that occupies a connection of the owner's pool, when the caller's share of the pool has room. Statements
   * that are grouped with those of others (lanes.ts) are bounded there and do not pass here.
   */
  withConnection<T>(work: () => Promise<T>): Promise<T>
}

export interface PersonCall extends Call<Person> {
  /** The only way to the database here: the statement runs when session, account and role were found right. */
  run<T extends readonly (Row | undefined)[]>(statement: (sql: ReservedSql) => PendingQuery<T>): Promise<T>
}
