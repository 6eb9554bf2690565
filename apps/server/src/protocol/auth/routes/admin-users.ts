import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError, userNotFound } from '../errors.ts'
import { findById, presentUser } from '../users.ts'

/** Returns whether there was an account to erase. */
export type EraseAccount = (id: string) => Promise<boolean>

const Params = z.object({ id: z.guid() })

/**
 * One account, for callers with the secret key: reading and erasing it. `auth.admin.deleteUser` of the official client
 * does both, one after the other.
 */
export function adminUserRoutes(app: FastifyInstance, context: AuthContext, eraseAccount: EraseAccount) {
  const idFor = async (request: FastifyRequest): Promise<string> => {
    const caller = await context.callers.read(request).catch(() => undefined)
    if (caller?.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
    const params = Params.safeParse(request.params)
    if (!params.success) throw userNotFound()
    return params.data.id
  }

  app.get('/admin/users/:id', async (request) => {
    const user = await findById(context.db.sql, await idFor(request))
    if (!user) throw userNotFound()
    return presentUser(user)
  })

  app.delete('/admin/users/:id', async (request) => {
    if (!(await eraseAccount(await idFor(request)))) throw userNotFound()
    return {}
  })
}
