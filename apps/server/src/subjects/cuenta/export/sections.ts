import type { SeccionDeExportacion } from '@maestros/dominio/cuenta/textos-de-exportacion'
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../../../platform/db/pool.ts'

/**
 * The parts of an export besides conversations and pictures. Each statement returns what the person may see through the
 * product: the phone and the surname of a maestro only with a recorded access, and nobody's blocked messages or reports
 * about the person. A new table with personal data needs a statement here.
 */

/** More rows than a person makes in years. */
const ROWS = 20_000

type Statement = (sql: Sql, me: string) => PendingQuery<Row[]>

export const SECTIONS: readonly { name: SeccionDeExportacion; read: Statement }[] = [
  {
    name: 'cuenta',
    read: (sql, me) => sql`
      select u.email as correo, p.nombre, p.apellido, p.display_name as nombre_visible, p.role as rol,
        u.created_at as creada_en, u.last_sign_in_at as ultimo_acceso, p.terminos_aceptados,
        p.fecha_aceptacion
      from auth.users u join public.profiles p on p.id = u.id where u.id = ${me}`,
  },
  {
    name: 'sesiones',
    read: (sql, me) => sql`
      select created_at as iniciada_en, refreshed_at as renovada_en, user_agent as navegador, host(ip) as direccion_ip
      from auth.sessions where user_id = ${me} order by created_at desc limit ${ROWS}`,
  },
  {
    name: 'perfil_de_maestro',
    // A day is not a moment: as a date it would be shown as the evening before.
    read: (sql, me) => sql`select *, activo_en::text as activo_en from public.maestros where id = ${me}`,
  },
  {
    name: 'oficios_y_alcaldias',
    read: (sql, me) => sql`
      select 'oficio' as tipo, oficio as nombre from public.maestro_oficios where maestro_id = ${me}
      union all select 'alcaldía', alcaldia from public.maestro_alcaldias where maestro_id = ${me}`,
  },
  {
    name: 'verificacion',
    read: (sql, me) => sql`
      select v.tipo as dato, v.estado, v.motivo from interno.estado_verificacion(${me}) v
      where exists (select from public.maestros where id = ${me})`,
  },
  {
    name: 'borrador',
    read: (sql, me) => sql`
      select paso, valor, actualizado_en from interno.borradores where maestro_id = ${me} order by paso`,
  },
  {
    name: 'estadisticas',
    read: (sql, me) => sql`
      select dia::text, visitas, contactos from interno.cifras_diarias where maestro_id = ${me}
      order by dia desc limit ${ROWS}`,
  },
  {
    name: 'contactos_pedidos',
    read: (sql, me) => sql`
      select a.creado_en, a.motivo, a.detalle, m.nombre,
        case when c.visible then m.apellido else left(btrim(m.apellido), 1) end as apellido,
        case when c.visible and p.suspendido_en is null then m.telefono end as telefono
      from public.accesos_contacto a join public.maestros m on m.id = a.maestro_id
      join public.profiles p on p.id = m.id
      cross join lateral (select interno.contacto_visible(m.id, ${me}) as visible) c
      where a.buscador_id = ${me} order by a.creado_en limit ${ROWS}`,
  },
  {
    name: 'contactos_recibidos',
    read: (sql, me) => sql`
      select a.creado_en, a.motivo, a.detalle, p.display_name as persona
      from public.accesos_contacto a join public.profiles p on p.id = a.buscador_id
      where a.maestro_id = ${me} order by a.creado_en limit ${ROWS}`,
  },
  {
    name: 'resenas_escritas',
    read: (sql, me) => sql`
      select r.creado_en, r.editado_en, r.puntuacion, r.comentario, r.trabajo_realizado, r.respuesta,
        m.nombre as maestro
      from public.resenas r join public.maestros m on m.id = r.maestro_id
      where r.buscador_id = ${me} order by r.creado_en limit ${ROWS}`,
  },
  {
    name: 'resenas_recibidas',
    read: (sql, me) => sql`
      select creado_en, puntuacion, comentario, trabajo_realizado, respuesta, respondido_en
      from public.resenas where maestro_id = ${me} and not oculta order by creado_en limit ${ROWS}`,
  },
  {
    name: 'perfiles_vistos',
    read: (sql, me) => sql`
      select v.dia::text, m.nombre as maestro from public.vistas_perfil v
      join public.maestros m on m.id = v.maestro_id
      where v.buscador_id = ${me} order by v.dia desc limit ${ROWS}`,
  },
  {
    name: 'tickets',
    read: (sql, me) => sql`
      select t.creado_en, t.nombre, t.correo, t.mensaje, t.estado,
        array(select 'imagenes/support-tickets/' || n from unnest(interno.imagenes_de_ticket(t)) n) as imagenes,
        array(
          select r.texto from interno.ticket_respuestas r where r.ticket_id = t.id order by r.id
        ) as respuestas
      from public.tickets t where t.usuario_id = ${me} order by t.creado_en limit ${ROWS}`,
  },
  {
    name: 'bloqueos',
    read: (sql, me) => sql`
      select b.creado_en, coalesce(m.nombre, p.display_name) as persona
      from public.bloqueos b join public.profiles p on p.id = b.bloqueado_id
      left join public.maestros m on m.id = p.id
      where b.bloqueador_id = ${me} order by b.creado_en limit ${ROWS}`,
  },
  {
    name: 'reportes_enviados',
    read: (sql, me) => sql`
      select r.creado_en, r.motivo, r.texto, r.cerrado_en, coalesce(m.nombre, p.display_name) as persona
      from interno.reportes r join public.profiles p on p.id = r.reportado_id
      left join public.maestros m on m.id = p.id
      where r.reportante_id = ${me} order by r.id limit ${ROWS}`,
  },
  {
    name: 'preferencias_de_avisos',
    read: (sql, me) => sql`
      select correo_mensajes, correo_contacto, correo_resenas, correo_busquedas, push_mensajes, push_contacto,
        push_busquedas, push_con_texto, updated_at as elegidas_en
      from public.preferencias_avisos where user_id = ${me}`,
  },
  {
    name: 'avisos_de_busqueda',
    read: (sql, me) => sql`
      select creado_en, alcaldia, oficio from interno.avisos_de_busqueda
      where buscador_id = ${me} order by id limit ${ROWS}`,
  },
  {
    name: 'disponibilidad',
    read: (sql, me) => sql`
      select disponible_el::text, pausa_hasta::text from interno.disponibilidad where maestro_id = ${me}`,
  },
  {
    name: 'estado_de_avisos',
    read: (sql, me) => sql`
      select e.visto_en as ultima_conexion, r.veces as correos_rechazados, r.ultimo_en as ultimo_rechazo,
        (select count(*)::int from interno.avisos_sin_leer a where a.persona_id = u.id and a.hasta is not null)
          as conversaciones_avisadas
      from auth.users u
      left join interno.en_linea e on e.user_id = u.id left join interno.rebotes r on r.user_id = u.id
      where u.id = ${me}`,
  },
  {
    name: 'notificaciones',
    read: (sql, me) => sql`
      select navegador, creado_en, ultimo_exito from interno.suscripciones_push
      where user_id = ${me} order by creado_en limit ${ROWS}`,
  },
  {
    name: 'actividad',
    read: (sql, me) => sql`
      select ocurrido_en, tipo from interno.eventos where quien = ${me} order by id desc limit ${ROWS}`,
  },
]
