import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller, Person } from '../http/caller.ts'
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
}

export interface PersonCall extends Call<Person> {
  /** The only way to the database here: the statement runs when session, account and role were found right. */
  run<T extends readonly (Row | undefined)[]>(statement: (sql: ReservedSql) => PendingQuery<T>): Promise<T>
}
