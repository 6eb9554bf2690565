import { operacionCuentas } from '@maestros/contrato/operacion/operacion-cuentas'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { accountIds, type SeenAccount, seeAccount } from '../accounts.ts'
import { asOperator } from '../as-operator.ts'
import { operatorOf } from '../operators.ts'
import { actOf } from '../present.ts'

export default defineFunction(operacionCuentas, {
  summary:
    'The accounts of an e-mail address, an id or a telephone number. The audit records each that is shown.',
  handle: async ({ busqueda }, context) => {
    const operator = context.caller.userId
    return asOperator(context, async (sql) => {
      const { nivel } = await operatorOf(sql, operator)
      const cuentas: SeenAccount[] = []
      for (const id of await accountIds(sql, busqueda)) cuentas.push(await seeAccount(sql, operator, id))
      return { cuentas: cuentas.map((account) => present(account, nivel === 'responsable')) }
    })
  },
})

/** Only operators of the level responsable read the audit. */
const present = (account: SeenAccount, withAudit: boolean) => ({
  id: account.id,
  correo: account.correo,
  nombre: account.nombre,
  rol: account.rol,
  telefono: account.telefono,
  creada_en: account.creada_en,
  confirmada_en: account.confirmada_en,
  suspendida_en: account.suspendida_en,
  eliminada_en: account.eliminada_en,
  cierre: account.cierre,
  sesiones: account.sesiones,
  maestro: account.maestro,
  reportes_enviados: account.reportes_enviados,
  reportes_recibidos: account.reportes_recibidos,
  tickets: account.tickets,
  resenas: account.resenas,
  auditoria: withAudit ? account.auditoria.map(actOf) : null,
})
