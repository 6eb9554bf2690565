import { type MaestroProfile, maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { ETIQUETAS } from '@maestros/dominio/resenas/reputacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { Sql } from '../../../platform/db/pool.ts'
import { type Position, positionOf } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { requirePerson } from '../../../protocol/functions/person.ts'
import { distributionOf, type FoundResena, pageOf, shownAfter } from '../../resenas/review-pages.ts'

export default defineFunction(maestroProfile, {
  summary:
    'A maestro as a seeker sees them. Contact data is there for the maestro and for seekers with a recorded access.',
  handle: async ({ id, resenas_cursor }, { caller, withConnection, error, services }) => {
    const { sql } = services.db
    const after = positionOf('resenas_cursor', resenas_cursor)
    const found = await withConnection(async () => {
      if (caller.role !== 'authenticated') return find(sql, id, null, after)
      const [row] = await Promise.all([find(sql, id, caller.userId, after), requirePerson(sql, caller, null)])
      return row
    })
    if (!found) throw error('NOT_FOUND', textos.maestroNoEncontrado)
    return present(found)
  },
})

type Found = Omit<MaestroProfile, 'reputacion_chip_label' | 'reseñas' | 'reseñas_cursor'> & {
  reseñas: FoundResena[]
}
/** One statement. Locked contact data is not even read from the database. */
async function find(
  sql: Sql,
  id: string,
  lector: string | null,
  after: Position,
): Promise<Found | undefined> {
  const [found] = await sql<Found[]>`
    select m.id, m.nombre,
      case when c.visible then m.apellido else left(btrim(m.apellido), 1) end as apellido,
      case when c.visible then m.telefono end as telefono,
      c.visible as contacto_desbloqueado, interno.contacto_abierto(m.id, ${lector}::uuid) as contacto_pedido,
      d.disponible_el::text, d.pausa_hasta::text as en_pausa_hasta, t.paso as tiempo_respuesta,
      interno.foto_publica(m.foto_perfil_url) as foto_perfil_url, m.identidad_verificada, m.descripcion, m.reputacion_nivel,
      m.perfil_verificado, m.ine_verificado, m.domicilio_verificado, m.curp_verificado,
      m.promedio_calificacion::float8 as promedio_calificacion, m."cantidad_reseñas",
      m.numero_trabajos_completados,
      -- Without retired names: no chat can be started about them.
      array(
        select e.oficio from public.maestro_oficios e join public.oficios_disponibles o on o.nombre = e.oficio and o.activo
        where e.maestro_id = m.id order by e.orden
      ) as oficios,
      array(
        select e.alcaldia from public.maestro_alcaldias e
        join public.alcaldias_disponibles l on l.nombre = e.alcaldia and l.activo
        where e.maestro_id = m.id order by e.orden
      ) as alcaldias,
      (
        select coalesce(json_agg(json_build_object(
          'nombreCliente', r.nombre,
          'descripcionTrabajo', r.trabajo,
          'numeroReferencia', case when c.visible then r.numero end
        ) order by r.orden), '[]')
        from (values
          (1, m.referencia1_nombre_cliente, m.referencia1_descripcion_trabajo, m.referencia1_numero_referencia),
          (2, m.referencia2_nombre_cliente, m.referencia2_descripcion_trabajo, m.referencia2_numero_referencia)
        ) r (orden, nombre, trabajo, numero)
        where interno.referencia_valida(r.nombre, r.trabajo, r.numero)
      ) as referencias,
      ${shownAfter(sql, after)} as "reseñas",
      ${distributionOf(sql)} as distribucion
    from public.maestros m
    join public.profiles p on p.id = m.id and p.suspendido_en is null
    -- OFFSET keeps the planner from evaluating the function once for each use.
    cross join lateral (select interno.contacto_visible(m.id, ${lector}::uuid) as visible offset 0) c
    cross join lateral interno.disponibilidad_de(m.id) d
    left join interno.tiempos_de_respuesta t on t.maestro_id = m.id
    where m.id = ${id} and (m.perfil_completo or m.id = ${lector}::uuid)`
  return found
}

function present(found: Found): MaestroProfile {
  const { resenas, cursor } = pageOf(found.reseñas)
  return {
    id: found.id,
    nombre: found.nombre,
    apellido: found.apellido,
    foto_perfil_url: found.foto_perfil_url,
    identidad_verificada: found.identidad_verificada,
    oficios: found.oficios,
    alcaldias: found.alcaldias,
    descripcion: found.descripcion,
    reputacion_nivel: found.reputacion_nivel,
    reputacion_chip_label: ETIQUETAS[found.reputacion_nivel],
    perfil_verificado: found.perfil_verificado,
    ine_verificado: found.ine_verificado,
    domicilio_verificado: found.domicilio_verificado,
    curp_verificado: found.curp_verificado,
    referencias: found.referencias,
    promedio_calificacion: found.promedio_calificacion,
    cantidad_reseñas: found.cantidad_reseñas,
    numero_trabajos_completados: found.numero_trabajos_completados,
    telefono: found.telefono,
    reseñas: resenas,
    reseñas_cursor: cursor,
    distribucion: found.distribucion,
    contacto_desbloqueado: found.contacto_desbloqueado,
    contacto_pedido: found.contacto_pedido,
    disponible_el: found.disponible_el,
    en_pausa_hasta: found.en_pausa_hasta,
    tiempo_respuesta: found.tiempo_respuesta,
  }
}
