import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import type { ISql } from 'postgres'

/** The operator who acts, and the levels of operators. */

export interface Operator {
  id: string
  correo: string
  nombre: string
  nivel: NivelDeOperador
}

/** An operator without a level has the lower one. */
export async function operatorOf(sql: ISql, id: string): Promise<Operator> {
  const [operator] = await sql<Operator[]>`
    select u.id, u.email as correo, coalesce(p.display_name, '') as nombre, coalesce(o.nivel, 'revisor') as nivel
    from auth.users u
    join public.profiles p on p.id = u.id
    left join interno.operadores o on o.operador_id = u.id
    where u.id = ${id}`
  if (!operator) throw new Error(`no operator has the id ${id}`)
  return operator
}

/** Fails when the operator has a lower level. */
export async function requireLevel(sql: ISql, operator: string, level: NivelDeOperador): Promise<void> {
  await sql`select interno.exigir_nivel(${operator}, ${level})`
}
