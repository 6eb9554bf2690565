-- Events: who did what to whom, and when. Triggers write them in the transaction that causes them. The kinds are those of
-- packages/dominio/src/eventos.ts. Ids have no foreign keys: an event stays when its account is erased, and then contains
-- nothing about the person.
create table interno.eventos (
  id bigint generated always as identity primary key,
  tipo text not null
    constraint eventos_tipo_check
    check (tipo in (
      'chat_iniciado', 'cierre_deshecho', 'cierre_pedido', 'contacto_accedido', 'cuenta_creada', 'cuenta_restaurada',
      'cuenta_suspendida', 'foto_de_resena_retirada', 'perfil_completado', 'persona_reportada', 'resena_editada',
      'resena_escrita', 'resena_respondida', 'resena_retirada', 'ticket_enviado', 'ticket_respondido',
      'verificacion_decidida')),
  quien uuid not null,
  sobre uuid,
  datos jsonb not null default '{}' check (jsonb_typeof(datos) = 'object' and pg_column_size(datos) <= 1000),
  ocurrido_en timestamptz not null default now()
);
create index eventos_by_person on interno.eventos (quien, id);
create index eventos_by_kind on interno.eventos (tipo, id);
alter table interno.eventos enable row level security;

-- Who did what, about whom, when. Ids have no foreign keys: a record remains when the account is erased.
create table interno.auditoria (
  id bigint generated always as identity primary key,
  operador_id uuid not null,
  acto text not null check (acto in (
    'cambiar_nivel', 'cambiar_ticket', 'cerrar_reporte', 'consultar', 'consultar_cuenta', 'consultar_reporte',
    'consultar_ticket', 'crear_operador', 'dar_acceso', 'descartar_trabajo', 'entrar', 'rechazar', 'registrar_factor',
    'reintentar_trabajo', 'responder_ticket', 'restaurar', 'retirar_foto', 'retirar_resena', 'revisar', 'suspender',
    'verificar')),
  -- Null for an act that is about nobody.
  sobre uuid,
  detalle jsonb not null default '{}' check (jsonb_typeof(detalle) = 'object' and pg_column_size(detalle) <= 4000),
  ocurrido_en timestamptz not null default clock_timestamp()
);
create index auditoria_by_person on interno.auditoria (sobre, id);
create index auditoria_by_operator on interno.auditoria (operador_id, id);
alter table interno.auditoria enable row level security;

-- An operator without a row, for example one whose role was set with the secret key, has the lower level.
create table interno.operadores (
  operador_id uuid primary key references public.profiles on delete cascade,
  nivel text not null check (nivel in ('revisor', 'responsable')),
  -- Until then the operator may enrol the first second factor: the link that sets the password opens this window.
  registrar_factor_hasta timestamptz,
  creado_en timestamptz not null default now()
);
alter table interno.operadores enable row level security;

-- One link for each operator: a new one replaces the one before.
create table interno.accesos_de_operador (
  operador_id uuid primary key references public.profiles on delete cascade,
  token_hash bytea not null unique,
  vence_en timestamptz not null
);
alter table interno.accesos_de_operador enable row level security;
