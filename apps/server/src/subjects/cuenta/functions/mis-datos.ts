import { misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { lastExport, presentExport } from '../export-state.ts'

export default defineFunction(misDatos, {
  summary:
    'The state of the last export of the caller, with the link to its file while it can be downloaded.',
  handle: async (_input, { caller, run, services }) => {
    const [found] = await run((sql) => lastExport(sql, caller.userId))
    return presentExport(services.secrets, found, caller)
  },
})
