import { addressOf, documentNames } from './documents.ts'
import type { MatrixPeople, SignedInName } from './people.ts'

/**
 * The access matrix of tables: who reads which rows and columns, and who writes what. A test fails for a
 * table or column that is missing here, and for any act that is possible but not listed here.
 */

type Row = Record<string, unknown>

export interface TableRule {
  /**
   * Every column: r read, i insert, u update, for a signed-in person. Without a session only r is ever
   * granted.
   */
  columns: Record<string, '' | 'r' | 'ri' | 'riu'>
  /** Reading without a session: the same rows, or a refusal. */
  anonimo: boolean
  /** The rows that a signed-in person sees. */
  sees(row: Row, me: string, fixture: MatrixPeople): boolean
  /** The rows that a signed-in person may change; required where a column is written or rows are deleted. */
  owns?(row: Row, me: string): boolean
  deletes: boolean
  /** A row for a person, and who may insert their own. */
  insert?: { row(owner: string): Row; allowed: readonly SignedInName[] }
  /**
   * For each column that may be updated: a value for a person, and the result of writing it in the own row.
   */
  update?: Record<string, { value(me: string): unknown; becomes: 'written' | 'ignored' | 'refused' }>
}

const columns = (given: Partial<Record<'' | 'r' | 'ri' | 'riu', string>>): TableRule['columns'] => {
  const rights = ['', 'r', 'ri', 'riu'] as const
  return Object.fromEntries(
    rights.flatMap((right) =>
      (given[right] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((name) => [name, right]),
    ),
  )
}

const nobodyWrites = { anonimo: false, deletes: false } as const
const names =
  (...keys: string[]) =>
  (row: Row, me: string) =>
    keys.some((key) => row[key] === me)

/** Whether a person is one of the two people of a chat. */
const isOfChat = (chat: unknown, me: string, { chats, people }: MatrixPeople) => {
  const pairs: Record<string, [string, string]> = {
    [chats.propio]: [people.buscador.id, people.maestro.id],
    [chats.ajeno]: [people.otroBuscador.id, people.otroMaestro.id],
    [chats.cerrado]: [people.otroBuscador.id, people.maestro.id],
  }
  return pairs[String(chat)]?.includes(me) ?? false
}

/** The seekers that have a chat with each maestro. */
const knows = (maestro: string, seeker: unknown, { people }: MatrixPeople) =>
  (maestro === people.maestro.id &&
    [people.buscador.id, people.otroBuscador.id].some((id) => id === seeker)) ||
  (maestro === people.otroMaestro.id && seeker === people.otroBuscador.id)

const written = (value: unknown) => ({ value: () => value, becomes: 'written' as const })
/** Objects that the test creates first. */
export const OTHER_DOCUMENTS = '888.jpg'
const document = (kind: 'foto' | 'ine') => ({
  value: (me: string) => addressOf(documentNames(me, OTHER_DOCUMENTS)[kind]),
  becomes: 'written' as const,
})
const OTHER = '00000000-0000-4000-8000-00000000beef'

export const TABLES: Record<string, TableRule> = {
  alcaldias_disponibles: {
    columns: columns({ r: 'id nombre activo' }),
    anonimo: true,
    sees: ({ activo }) => activo === true,
    deletes: false,
  },
  oficios_disponibles: {
    columns: columns({ r: 'id nombre icono activo' }),
    anonimo: true,
    sees: ({ activo }) => activo === true,
    deletes: false,
  },
  profiles: {
    ...nobodyWrites,
    columns: columns({
      r: 'id nombre apellido display_name role terminos_aceptados fecha_aceptacion',
      '': 'suspendido_en creado_en eliminada_en cuenta_id',
    }),
    sees: ({ id }, me, fixture) => id === me || knows(me, id, fixture),
  },
  maestros: {
    columns: columns({
      riu:
        'id nombre apellido telefono alcaldia descripcion foto_perfil_url ine_url curp domicilio ' +
        'referencia1_nombre_cliente referencia1_descripcion_trabajo referencia1_numero_referencia ' +
        'referencia2_nombre_cliente referencia2_descripcion_trabajo referencia2_numero_referencia ' +
        'terminos_aceptados fecha_aceptacion perfil_completo reputacion_nivel en_paginas_publicas',
      r:
        'promedio_calificacion cantidad_reseñas reseñas_confirmadas numero_trabajos_completados activo_en ' +
        'ine_verificado domicilio_verificado curp_verificado identidad_verificada perfil_verificado ' +
        'creado_en actualizado_en eliminada_en',
    }),
    anonimo: false,
    sees: names('id'),
    owns: names('id'),
    deletes: false,
    insert: { row: (id) => ({ id, nombre: 'Nuria', apellido: 'Nueva' }), allowed: ['nuevo'] },
    update: {
      id: { value: () => OTHER, becomes: 'refused' },
      nombre: written('Otro Nombre'),
      apellido: written('Otro Apellido'),
      telefono: written('5599999999'),
      alcaldia: written('Tlalpan'),
      descripcion: written('Una descripción distinta, también de más de cincuenta caracteres.'),
      foto_perfil_url: document('foto'),
      ine_url: document('ine'),
      curp: written('OTRA800101MDFNRL00'),
      domicilio: written('Otra calle número cinco'),
      referencia1_nombre_cliente: written('Otro cliente'),
      referencia1_descripcion_trabajo: written('Otro trabajo'),
      referencia1_numero_referencia: written('5599999991'),
      referencia2_nombre_cliente: written('Otro cliente'),
      referencia2_descripcion_trabajo: written('Otro trabajo'),
      referencia2_numero_referencia: written('5599999992'),
      terminos_aceptados: written(true),
      fecha_aceptacion: written('2026-02-02T00:00:00+00:00'),
      perfil_completo: { value: () => false, becomes: 'ignored' },
      reputacion_nivel: { value: () => 'experto', becomes: 'refused' },
      en_paginas_publicas: written(false),
    },
  },
  maestro_oficios: {
    columns: columns({ ri: 'maestro_id oficio', r: 'orden' }),
    anonimo: false,
    sees: names('maestro_id'),
    owns: names('maestro_id'),
    deletes: true,
    insert: {
      row: (maestro_id) => ({ maestro_id, oficio: 'Pintura' }),
      allowed: ['maestro', 'otroMaestro'],
    },
  },
  maestro_alcaldias: {
    columns: columns({ ri: 'maestro_id alcaldia', r: 'orden' }),
    anonimo: false,
    sees: names('maestro_id'),
    owns: names('maestro_id'),
    deletes: true,
    insert: {
      row: (maestro_id) => ({ maestro_id, alcaldia: 'Tlalpan' }),
      allowed: ['maestro', 'otroMaestro'],
    },
  },
  maestro_documentos: {
    ...nobodyWrites,
    columns: columns({ r: 'maestro_id tipo objeto creado_en' }),
    sees: names('maestro_id'),
  },
  maestro_stats: {
    columns: columns({
      riu: 'maestro_id visitas_ultimos_30_dias contactos_ultimos_30_dias',
      r: 'actualizado_en',
    }),
    anonimo: false,
    sees: names('maestro_id'),
    owns: names('maestro_id'),
    deletes: false,
    // Everyone who could insert a row has one already, because recording a view creates it.
    // protocol/rest/table-writes.test.ts tests the first insert.
    insert: { row: (maestro_id) => ({ maestro_id, visitas_ultimos_30_dias: 900 }), allowed: [] },
    update: {
      maestro_id: { value: () => OTHER, becomes: 'refused' },
      visitas_ultimos_30_dias: { value: () => 900, becomes: 'ignored' },
      contactos_ultimos_30_dias: { value: () => 900, becomes: 'ignored' },
    },
  },
  chats: {
    ...nobodyWrites,
    columns: columns({
      r:
        'id buscador_id maestro_id contexto creado_en ultimo_mensaje_id ultimo_mensaje_tipo ' +
        'ultimo_mensaje_contenido ultimo_mensaje_en no_leidos_buscador no_leidos_maestro leido_buscador_en ' +
        'leido_maestro_en leido_buscador_hasta leido_maestro_hasta cerrado_en pausado_en bloqueado_en',
    }),
    sees: names('buscador_id', 'maestro_id'),
  },
  mensajes: {
    ...nobodyWrites,
    columns: columns({
      r: 'id chat_id autor_id tipo contenido creado_en bloqueado motivo_bloqueo client_id secuencia ancho alto eliminado_en respuesta_a duracion_ms picos',
    }),
    sees: (row, me, fixture) =>
      isOfChat(row.chat_id, me, fixture) && (row.bloqueado === false || row.autor_id === me),
  },
  bloqueos: {
    ...nobodyWrites,
    columns: columns({ r: 'bloqueador_id bloqueado_id creado_en' }),
    sees: names('bloqueador_id'),
  },
  accesos_contacto: {
    ...nobodyWrites,
    columns: columns({ r: 'buscador_id maestro_id motivo detalle creado_en' }),
    sees: names('buscador_id', 'maestro_id'),
  },
  vistas_perfil: {
    ...nobodyWrites,
    columns: columns({ r: 'maestro_id buscador_id dia creado_en' }),
    sees: names('buscador_id'),
  },
  resenas: {
    ...nobodyWrites,
    columns: columns({
      r:
        'id buscador_id maestro_id puntuacion comentario trabajo_realizado creado_en editado_en respuesta ' +
        'respondido_en oculta contada revisar_en',
    }),
    sees: names('buscador_id', 'maestro_id'),
  },
  tickets: {
    ...nobodyWrites,
    columns: columns({ r: 'id usuario_id nombre correo mensaje imagenes_url creado_en estado client_id' }),
    sees: names('usuario_id'),
  },
  preferencias_avisos: {
    columns: columns({
      riu:
        'user_id correo_mensajes correo_contacto correo_resenas correo_busquedas push_mensajes push_contacto ' +
        'push_busquedas push_con_texto',
      r: 'updated_at',
    }),
    anonimo: false,
    sees: names('user_id'),
    owns: names('user_id'),
    deletes: false,
    insert: { row: (user_id) => ({ user_id, correo_mensajes: false }), allowed: ['otroBuscador', 'nuevo'] },
    update: {
      user_id: { value: () => OTHER, becomes: 'refused' },
      correo_mensajes: written(false),
      correo_contacto: written(false),
      correo_resenas: written(false),
      correo_busquedas: written(false),
      push_mensajes: written(false),
      push_contacto: written(false),
      push_busquedas: written(false),
      push_con_texto: written(true),
    },
  },
}

/** A value that a column of each type accepts. Privileges are checked before values. */
export const VALUES: Record<string, unknown> = {
  uuid: '00000000-0000-4000-8000-00000000beef',
  text: 'x',
  boolean: true,
  smallint: 1,
  integer: 1,
  bigint: 1,
  numeric: 1,
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  jsonb: {},
  ARRAY: ['x'],
}
