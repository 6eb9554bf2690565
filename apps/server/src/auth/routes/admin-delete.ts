import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { eraseAccount } from '../../accounts/erase.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, userNotFound } from '../errors.ts'

const Params = z.object({ id: z.string() })

/** Erases an account for whoever holds the secret key: `auth.admin.deleteUser` of the official client. */
export function adminDeleteRoute(app: FastifyInstance, context: AuthContext) {
  app.delete('/admin/users/:id', async (request) => {
    const caller = await context.callers.read(request).catch(() => undefined)
    if (caller?.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
    const id = z.guid().safeParse(Params.parse(request.params).id)
    if (!id.success || !(await eraseAccount(context, id.data))) throw userNotFound()
    return {}
  })
}
