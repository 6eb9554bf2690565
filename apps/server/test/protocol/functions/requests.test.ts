import { contract, requestOf } from '@maestros/contrato'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import Fastify, { type FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendError } from '../../../src/protocol/functions/errors.ts'
import { inputReader } from '../../../src/protocol/functions/input.ts'

/** A contract with a field of every type that an address may carry. */
const everything = contract({
  name: 'everything',
  method: 'GET',
  params: ['id'],
  input: z.object({
    id: z.string(),
    text: z.string(),
    whole: z.int(),
    part: z.optional(z.number()),
    yes: z.optional(z.boolean()),
    one: z.optional(z.literal(1)),
    words: z.optional(z.array(z.enum(['a', 'b']))),
    numbers: z.optional(z.array(z.int())),
  }),
  output: z.unknown(),
  callers: 'public',
  errors: [],
})

describe('a call', () => {
  test('gets texts that PostgreSQL can store, also inside of lists and objects', () => {
    const read = inputReader(
      contract({
        name: 'nested',
        method: 'POST',
        input: z.object({ text: z.string(), deep: z.unknown() }),
        output: z.unknown(),
        callers: 'public',
        errors: [],
      }),
    )
    const body = { text: 'mitad \ud83d', deep: [{ a: '\udc77', b: 1, c: null, d: '👷' }] }
    expect(read({ body } as FastifyRequest)).toEqual({
      text: 'mitad \ufffd',
      deep: [{ a: '\ufffd', b: 1, c: null, d: '👷' }],
    })
  })

  test('is read by the server as the web app wrote it, whatever its types', async () => {
    const app = Fastify().setErrorHandler((error, request, reply) => sendError(error, request, reply))
    const read = inputReader(everything)
    app.get('/everything/:id', async (request) => ({ read: read(request) }))
    const input = {
      id: 'a/b ñ?#',
      text: '1,2 & =+%',
      whole: -3,
      part: 4.5,
      yes: false,
      one: 1 as const,
      words: ['b' as const, 'a' as const],
      numbers: [1, 2],
    }
    for (const given of [input, { id: 'x', text: '7', whole: 0 }]) {
      const { path, body } = requestOf(everything, given)
      expect(body).toBeUndefined()
      expect((await app.inject(`/${path}`)).json()).toEqual({ read: given })
    }
    for (const query of ['whole=x', 'whole=1&yes=1', 'whole=1&numbers=1,x', 'whole=1&whole=2', 'whole=']) {
      expect((await app.inject(`/everything/1?text=a&${query}`)).statusCode).toBe(400)
    }
    await app.close()
  })

  test('has only the fields that are given in its address', () => {
    expect(requestOf(maestros, { alcaldia: 'Coyoacán', oficio: 'Plomería', cursor: undefined }).path).toBe(
      'maestros?alcaldia=Coyoac%C3%A1n&oficio=Plomer%C3%ADa',
    )
    expect(requestOf(maestroProfile, { id: '../x' }).path).toBe('maestro-profile/..%2Fx')
  })
})
