import { maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { type Context, defineFunction } from '../../../src/protocol/functions/define.ts'

export default defineFunction(maestroProfile, {
  summary: 'A public function that asks for a statement in the name of a person: nobody may be signed in.',
  handle: async (_input, context) => {
    stop(context)
    // error: TS2339 Property 'run' does not exist on type 'PublicContext<
    throw context.run
  },
})

function stop({ error }: Context<typeof maestroProfile, undefined>) {
  throw error('NOT_FOUND', 'No.')
}
