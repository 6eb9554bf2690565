import type { Sql } from '../../apps/server/src/platform/db/pool.ts'

/**
 * The cached directory has the marks 'Disponible hoy' of the day on which it was filled. Moves them to today, as if the same
 * maestros had set them again. Triggers are off, because what they derive is moved here too.
 */
export async function moveMarksToToday(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const [row] = await tx<{ today: string }[]>`select interno.dia_de_la_ciudad(now())::text as today`
    const today = row?.today ?? ''
    await tx`update interno.disponibilidad set disponible_el = ${today} where disponible_el <> ${today}`
    await tx`
      update interno.directorio set disponible_el = ${today},
        tarjeta = replace(tarjeta, disponible_el::text, ${today})
      where disponible_el <> ${today}`
    await tx`update interno.directorio_disponibles set dia = ${today} where dia <> ${today}`
  })
}
