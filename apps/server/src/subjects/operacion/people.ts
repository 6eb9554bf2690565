import type { Cuenta } from '@maestros/contrato/operacion/cuenta-y-acto'
import type { ISql } from 'postgres'

/** People as operators name them, by their ids. */
export async function peopleOf(sql: ISql, ids: readonly string[]): Promise<(id: string) => Cuenta> {
  const rows = await sql<Cuenta[]>`
    select p.id, u.email as correo, case when p.eliminada_en is null then p.display_name end as nombre, p.role as rol
    from public.profiles p left join auth.users u on u.id = p.id where p.id = any(${[...new Set(ids)]}::uuid[])`
  const people = new Map(rows.map((row) => [row.id, row]))
  return (id) => people.get(id) ?? { id, correo: null, nombre: null, rol: null }
}
