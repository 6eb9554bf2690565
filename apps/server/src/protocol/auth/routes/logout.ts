import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { refused } from '../errors.ts'
import { queryText } from '../input.ts'
import { requireSignedIn } from '../person.ts'
import { endSessions, sessionsEnded } from '../sessions.ts'

const Query = z.object({ scope: queryText })
const Scope = z.enum(['global', 'local', 'others'])

export function logoutRoute(app: FastifyInstance, context: AuthContext) {
  app.post('/logout', async (request, reply) => {
    const { scope: requested } = Query.parse(request.query)
    const scope = Scope.safeParse(requested || 'global')
    if (!scope.success) throw refused(`Unsupported logout scope ${JSON.stringify(requested)}`)
    const { user, sessionId } = await requireSignedIn(context, request)
    await endSessions(context.db.sql, user.id, sessionId, scope.data)
    context.bus.publish(sessionsEnded(user.id, sessionId, scope.data))
    return reply.code(204).send()
  })
}
