import { type PanelMaestro, panelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { ESTADISTICAS_DIAS } from '@maestros/dominio/limites'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { documentsOfMaestro, verificationsOfMaestro } from '../own-verification.ts'

type Found = Omit<PanelMaestro, 'visitas_ultimos_30_dias' | 'contactos_ultimos_30_dias'>

/** Above this number the dashboard shows only that there are more, so no more rows are counted. */
const SIN_LEER_MAX = 100

export default defineFunction(panelMaestro, {
  summary: 'Everything that the dashboard of a maestro shows: figures by day, verification, unread chats.',
  handle: async (_input, { caller, run, error }) => {
    const [found] = await run(
      (sql) => sql<Found[]>`
      select m.nombre, m.perfil_completo, interno.dia_de_la_ciudad(m.creado_en)::text as desde,
        (
          select json_agg(json_build_object('dia', d.dia, 'visitas', d.visitas, 'contactos', d.contactos) order by d.dia)
          from interno.dias_del_panel(m.id, now()) d
        ) as dias,
        (
          select count(*)::int from (
            select from public.chats c where c.maestro_id = m.id and c.no_leidos_maestro > 0 limit ${SIN_LEER_MAX}
          ) sin_leer
        ) as chats_sin_leer,
        ${verificationsOfMaestro(sql)} as verificacion, ${documentsOfMaestro(sql)} as documentos,
        interno.foto_publica(m.foto_perfil_url) is not null as tiene_foto,
        coalesce(char_length(m.descripcion), 0) as largo_descripcion,
        interno.referencia_valida(
          m.referencia1_nombre_cliente, m.referencia1_descripcion_trabajo, m.referencia1_numero_referencia)::int
          + interno.referencia_valida(
            m.referencia2_nombre_cliente, m.referencia2_descripcion_trabajo, m.referencia2_numero_referencia)::int
          as referencias,
        (
          select count(*)::int from public.maestro_oficios e
          join public.oficios_disponibles c on c.nombre = e.oficio and c.activo where e.maestro_id = m.id
        ) as oficios,
        (
          select count(*)::int from public.maestro_alcaldias e
          join public.alcaldias_disponibles c on c.nombre = e.alcaldia and c.activo where e.maestro_id = m.id
        ) as alcaldias,
        m."cantidad_reseñas",
        json_build_object(
          'nivel', m.reputacion_nivel, 'identidad_verificada', m.identidad_verificada,
          'confirmadas', m."reseñas_confirmadas", 'promedio', m.promedio_calificacion
        ) as reputacion,
        (
          select json_build_object('disponible_el', d.disponible_el, 'pausa_hasta', d.pausa_hasta)
          from interno.disponibilidad_de(m.id) d
        ) as disponibilidad
      from public.maestros m
      where m.id = ${caller.userId}`,
    )
    if (!found) throw error('NOT_FOUND', textos.sinPerfil)
    const ultimos = found.dias.slice(-ESTADISTICAS_DIAS)
    return {
      nombre: found.nombre,
      perfil_completo: found.perfil_completo,
      desde: found.desde,
      dias: found.dias,
      visitas_ultimos_30_dias: ultimos.reduce((sum, { visitas }) => sum + visitas, 0),
      contactos_ultimos_30_dias: ultimos.reduce((sum, { contactos }) => sum + contactos, 0),
      chats_sin_leer: found.chats_sin_leer,
      verificacion: found.verificacion,
      documentos: found.documentos,
      tiene_foto: found.tiene_foto,
      largo_descripcion: found.largo_descripcion,
      referencias: found.referencias,
      oficios: found.oficios,
      alcaldias: found.alcaldias,
      cantidad_reseñas: found.cantidad_reseñas,
      reputacion: found.reputacion,
      disponibilidad: found.disponibilidad,
    }
  },
})
