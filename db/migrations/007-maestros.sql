-- Maestros: what they write about themselves, what operators verify, and what the database derives.

create table public.maestros (
  id uuid primary key references public.profiles on delete cascade,
  nombre text check (char_length(btrim(nombre)) between 1 and 100),
  apellido text check (char_length(btrim(apellido)) between 1 and 100),
  telefono text check (telefono ~ '^\+?[0-9][0-9 ()-]{6,18}[0-9]$'),
  alcaldia text references public.alcaldias_disponibles (nombre) on update cascade,
  -- Blanks at the ends do not count for the minimum length, but they do for the maximum.
  descripcion text check (char_length(btrim(descripcion)) >= 50 and char_length(descripcion) <= 1000),
  foto_perfil_url text check (char_length(foto_perfil_url) <= 1000),
  ine_url text check (char_length(ine_url) <= 1000),
  curp text check (curp ~ '^[A-Z0-9]{18}$'),
  domicilio text check (char_length(btrim(domicilio)) >= 10 and char_length(domicilio) <= 300),
  -- Editing references applies no validation (specification, section 5), so these checks only bound their size.
  -- interno.esta_completo requires both references.
  referencia1_nombre_cliente text check (char_length(referencia1_nombre_cliente) <= 120),
  referencia1_descripcion_trabajo text check (char_length(referencia1_descripcion_trabajo) <= 300),
  referencia1_numero_referencia text check (char_length(referencia1_numero_referencia) <= 20),
  referencia2_nombre_cliente text check (char_length(referencia2_nombre_cliente) <= 120),
  referencia2_descripcion_trabajo text check (char_length(referencia2_descripcion_trabajo) <= 300),
  referencia2_numero_referencia text check (char_length(referencia2_numero_referencia) <= 20),
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamptz,

  -- Derived by the database.
  perfil_completo boolean not null default false,
  reputacion_nivel text not null default 'nuevo'
    check (reputacion_nivel in ('nuevo', 'confianza_comprobada', 'experto')),
  promedio_calificacion numeric(3, 2) not null default 0 check (promedio_calificacion between 0 and 5),
  "cantidad_reseñas" integer not null default 0 check ("cantidad_reseñas" >= 0),
  "reseñas_confirmadas" integer not null default 0 check ("reseñas_confirmadas" >= 0),
  numero_trabajos_completados integer not null default 0 check (numero_trabajos_completados >= 0),
  activo_en date not null default current_date,

  -- Set by operators only.
  ine_verificado boolean not null default false,
  domicilio_verificado boolean not null default false,
  curp_verificado boolean not null default false,
  identidad_verificada boolean not null generated always as (ine_verificado) stored,
  perfil_verificado boolean not null
    generated always as (ine_verificado and curp_verificado and domicilio_verificado) stored,

  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  -- Set when the account is erased (decision 035). Chats, reviews and figures still refer to the row.
  eliminada_en timestamptz,
  constraint maestros_name_required check (eliminada_en is not null or (nombre is not null and apellido is not null)),
  constraint maestros_erased_are_anonymous check (eliminada_en is null or num_nonnulls(
    nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, fecha_aceptacion) = 0)
);

create table public.maestro_oficios (
  maestro_id uuid not null references public.maestros on delete cascade,
  oficio text not null references public.oficios_disponibles (nombre) on update cascade,
  -- The order of choosing. The first trade is the main one.
  orden bigint not null generated always as identity,
  primary key (maestro_id, oficio)
);

create table public.maestro_alcaldias (
  maestro_id uuid not null references public.maestros on delete cascade,
  alcaldia text not null references public.alcaldias_disponibles (nombre) on update cascade,
  orden bigint not null generated always as identity,
  primary key (maestro_id, alcaldia)
);

-- Derived columns -----------------------------------------------------------------------------------------------------

create function interno.telefono_de_referencia_valido(p_numero text) returns boolean
language sql immutable
return coalesce(p_numero ~ '^[0-9]{8,12}$', false);

-- Whether the row has everything that onboarding requires.
create function interno.esta_completo(m public.maestros) returns boolean
language sql stable security definer set search_path = ''
return m.telefono is not null
  and m.descripcion is not null
  and m.foto_perfil_url is not null
  and m.ine_url is not null
  and m.curp is not null
  and m.domicilio is not null
  and m.referencia1_nombre_cliente is not null
  and m.referencia1_descripcion_trabajo is not null
  and interno.telefono_de_referencia_valido(m.referencia1_numero_referencia)
  and m.referencia2_nombre_cliente is not null
  and m.referencia2_descripcion_trabajo is not null
  and interno.telefono_de_referencia_valido(m.referencia2_numero_referencia)
  and exists (select from public.maestro_oficios where maestro_id = m.id)
  and exists (select from public.maestro_alcaldias where maestro_id = m.id);

-- The thresholds are also in packages/dominio/src/reputacion.ts; a test compares the two.
create function interno.nivel_de_reputacion(p_verificada boolean, p_confirmadas integer, p_promedio numeric)
returns text
language sql immutable
return case
  when p_verificada and p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'
  when p_verificada and p_confirmadas >= 3 and p_promedio >= 4.0 then 'confianza_comprobada'
  else 'nuevo'
end;

-- A complete profile stays complete while it is edited (references may be emptied, trades are deleted and inserted again),
-- so that a maestro is not sent back to onboarding. Only a profile that loses its photo or its document is incomplete again.
create function interno.antes_de_guardar_maestro() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The specification's onboarding call sends 'nuevo' and complete; both are derived here. Another level is refused.
  if current_user in ('anon', 'authenticated') then
    if new.reputacion_nivel <> 'nuevo' and (tg_op = 'INSERT' or new.reputacion_nivel <> old.reputacion_nivel) then
      raise exception 'reputacion_nivel is derived and cannot be written' using errcode = '42501';
    end if;
  end if;
  new.curp := upper(nullif(btrim(new.curp), ''));
  new.telefono := nullif(btrim(new.telefono), '');
  new.referencia1_nombre_cliente := nullif(btrim(new.referencia1_nombre_cliente), '');
  new.referencia1_descripcion_trabajo := nullif(btrim(new.referencia1_descripcion_trabajo), '');
  new.referencia1_numero_referencia := nullif(btrim(new.referencia1_numero_referencia), '');
  new.referencia2_nombre_cliente := nullif(btrim(new.referencia2_nombre_cliente), '');
  new.referencia2_descripcion_trabajo := nullif(btrim(new.referencia2_descripcion_trabajo), '');
  new.referencia2_numero_referencia := nullif(btrim(new.referencia2_numero_referencia), '');
  new.actualizado_en := now();
  if tg_op = 'UPDATE' then
    -- A changed datum is no longer verified. The identity document contains the name, so a new name needs a new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido) is not distinct from (old.ine_url, old.nombre, old.apellido);
    new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;
    new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;
  end if;
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = 'UPDATE' and old.perfil_completo and new.foto_perfil_url is not null and new.ine_url is not null);
  new.reputacion_nivel := interno.nivel_de_reputacion(
    new.ine_verificado, new."reseñas_confirmadas", new.promedio_calificacion);
  return new;
end $$;
-- Triggers of one table fire in the order of their names. maestros_check_own_pictures fires before this one, which compares
-- the document with the verified one: the same document in another spelling stays verified.
create trigger maestros_derive_columns before insert or update on public.maestros
  for each row execute function interno.antes_de_guardar_maestro();

-- Trades and boroughs are inserted after the maestro's row, and may complete the profile.
create function interno.completar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.maestros m set actualizado_en = now()
  where m.id in (select distinct maestro_id from nuevas) and not m.perfil_completo;
  return null;
end $$;
create trigger maestro_oficios_update_completion after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.completar_maestros();
create trigger maestro_alcaldias_update_completion after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.completar_maestros();

grant execute on function
  interno.telefono_de_referencia_valido(text), interno.esta_completo(public.maestros),
  interno.nivel_de_reputacion(boolean, integer, numeric), interno.antes_de_guardar_maestro()
  to authenticated, service_role;

create trigger maestros_refuse_contact_data
  before insert or update of nombre, apellido, descripcion, referencia1_nombre_cliente, referencia1_descripcion_trabajo,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo on public.maestros
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'descripcion', 'La descripción',
    'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
    'referencia1_descripcion_trabajo', 'La descripción del trabajo de la referencia 1',
    'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2',
    'referencia2_descripcion_trabajo', 'La descripción del trabajo de la referencia 2');

-- Number of trades and boroughs ---------------------------------------------------------------------------------------

-- Arguments: the column that names the choice, its catalogue, the maximum for one maestro, and the sentences for a choice
-- beyond the maximum and for one that is not active.
create function interno.limitar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_columna constant text := tg_argv[0];
  v_catalogo constant text := tg_argv[1];
  v_maximo constant integer := tg_argv[2];
  v_inactivo text;
  v_excedido boolean;
begin
  -- The lock makes a second insert for the same maestro wait, so that it counts the rows of the first.
  perform from public.maestros where id in (select maestro_id from nuevas) order by id for no key update;
  execute format(
    'select c.nombre from nuevas n join public.%I c on c.nombre = n.%I where not c.activo order by 1 limit 1',
    v_catalogo, v_columna) into v_inactivo;
  if v_inactivo is not null then
    raise exception '%', format(tg_argv[4], v_inactivo) using errcode = 'PT422', detail = v_columna;
  end if;
  execute format(
    'select exists (
       select from public.%I e where e.maestro_id in (select maestro_id from nuevas)
       group by e.maestro_id having count(*) > $1)',
    tg_table_name) into v_excedido using v_maximo;
  if v_excedido then
    raise exception '%', format(tg_argv[3], v_maximo) using errcode = 'PT422', detail = v_columna;
  end if;
  return null;
end $$;

-- Triggers of one table fire in the order of their names: these fire before the triggers that derive the directory.
create trigger maestro_oficios_check_limit after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'oficio', 'oficios_disponibles', 8,
    'Puedes elegir como máximo %s oficios.', 'El oficio %s ya no está disponible.');
create trigger maestro_alcaldias_check_limit after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'alcaldia', 'alcaldias_disponibles', 16,
    'Puedes elegir como máximo %s alcaldías.', 'La alcaldía %s ya no está disponible.');

-- Last activity -------------------------------------------------------------------------------------------------------

-- Sets activo_en, which the order of search results uses, at most once a day. A row that another transaction has locked is
-- skipped instead of waited for: the next refresh token sets the day.
create function interno.registrar_actividad(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.maestros set activo_en = current_date
  where id = (
    select id from public.maestros
    where id = p_maestro and activo_en < current_date
    for no key update skip locked)
$$;

-- A refresh token is created at each sign-in and about once an hour while the app is open.
create function interno.al_dar_refresh_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- This reads first: the statement trigger of the directory runs at every update of maestros, even of no row, and would
  -- add a twentieth to the time of each sign-in of a seeker.
  perform interno.registrar_actividad(m.id)
  from auth.sessions s join public.maestros m on m.id = s.user_id
  where s.id = new.session_id and m.activo_en < current_date;
  return null;
end $$;
create trigger refresh_tokens_record_activity after insert on auth.refresh_tokens
  for each row execute function interno.al_dar_refresh_token();

-- Rights --------------------------------------------------------------------------------------------------------------

grant select on public.maestros, public.maestro_oficios, public.maestro_alcaldias to authenticated;
grant insert (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
), update (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
) on public.maestros to authenticated;
grant insert (maestro_id, oficio), delete on public.maestro_oficios to authenticated;
grant insert (maestro_id, alcaldia), delete on public.maestro_alcaldias to authenticated;
grant all on public.maestros, public.maestro_oficios, public.maestro_alcaldias to service_role;

alter table public.maestros enable row level security;
alter table public.maestro_oficios enable row level security;
alter table public.maestro_alcaldias enable row level security;

create policy "Maestros are readable by themselves" on public.maestros
  for select to authenticated using (id = (select auth.uid()));
create policy "Maestros write their own row" on public.maestros
  for insert to authenticated
  with check (id = (select auth.uid()) and interno.rol_de((select auth.uid())) = 'maestro');
create policy "Maestros change their own row" on public.maestros
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

create policy "Trades are readable by their maestro" on public.maestro_oficios
  for select to authenticated using (maestro_id = (select auth.uid()));
create policy "Maestros choose their trades" on public.maestro_oficios
  for insert to authenticated with check (maestro_id = (select auth.uid()));
create policy "Maestros drop their trades" on public.maestro_oficios
  for delete to authenticated using (maestro_id = (select auth.uid()));

create policy "Boroughs are readable by their maestro" on public.maestro_alcaldias
  for select to authenticated using (maestro_id = (select auth.uid()));
create policy "Maestros choose their boroughs" on public.maestro_alcaldias
  for insert to authenticated with check (maestro_id = (select auth.uid()));
create policy "Maestros drop their boroughs" on public.maestro_alcaldias
  for delete to authenticated using (maestro_id = (select auth.uid()));
