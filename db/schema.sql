-- Written by `npm run schema` from db/migrations. Do not edit it, and do not run it: it is here to be read.
-- For each schema: types, tables (with their indexes, triggers in firing order, policies and grants), views, functions.
-- Not shown: graphile_worker, which the library of the job queue creates, migraciones, and the rows of the catalogues.

-- Default privileges of new functions: execute for the owner.

-- Schema public -------------------------------------------------------------------------------------------------------

create schema public;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to service_role;

create table public.accesos_contacto (
  buscador_id uuid not null,
  maestro_id uuid not null,
  motivo text not null,
  detalle text,
  creado_en timestamp with time zone not null default now(),
  constraint accesos_contacto_pkey PRIMARY KEY (buscador_id, maestro_id),
  constraint accesos_contacto_buscador_id_fkey FOREIGN KEY (buscador_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint accesos_contacto_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE RESTRICT,
  constraint accesos_contacto_check CHECK (((motivo <> 'otro'::text) OR (detalle IS NOT NULL))),
  constraint accesos_contacto_detalle_check CHECK (((char_length(detalle) >= 10) AND (char_length(detalle) <= 200))),
  constraint accesos_contacto_motivo_check CHECK ((motivo = ANY (ARRAY['agendar_visita'::text, 'pedir_cotizacion'::text, 'coordinar_trabajo'::text, 'urgencia'::text, 'otro'::text])))
);

CREATE INDEX accesos_contacto_of_a_day ON public.accesos_contacto USING btree (buscador_id, creado_en);
CREATE INDEX accesos_contacto_of_a_maestro ON public.accesos_contacto USING btree (maestro_id, creado_en);

CREATE TRIGGER accesos_contacto_count_on_delete AFTER DELETE ON public.accesos_contacto REFERENCING OLD TABLE AS viejas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_contactos();
CREATE TRIGGER accesos_contacto_count_on_insert AFTER INSERT ON public.accesos_contacto REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_contactos();
CREATE TRIGGER accesos_contacto_queue_mail AFTER INSERT ON public.accesos_contacto REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.encolar_correo_de_contacto();
CREATE TRIGGER accesos_contacto_record_event AFTER INSERT ON public.accesos_contacto REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_accesos();
CREATE TRIGGER accesos_contacto_refuse_blocked_pairs BEFORE INSERT ON public.accesos_contacto FOR EACH ROW EXECUTE FUNCTION interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');
CREATE TRIGGER accesos_contacto_require_accounts BEFORE INSERT ON public.accesos_contacto FOR EACH ROW EXECUTE FUNCTION interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

alter table public.accesos_contacto enable row level security;
create policy "Contact accesses are readable by the seeker and the maestro" on public.accesos_contacto for select to authenticated
  using (((( SELECT auth.uid() AS uid) = buscador_id) OR (( SELECT auth.uid() AS uid) = maestro_id)));

grant select on public.accesos_contacto to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.accesos_contacto to service_role;

create table public.alcaldias_disponibles (
  id smallint not null generated always as identity,
  nombre text collate "es-x-icu" not null,
  activo boolean not null default true,
  constraint alcaldias_disponibles_pkey PRIMARY KEY (id),
  constraint alcaldias_disponibles_nombre_key UNIQUE (nombre),
  constraint alcaldias_disponibles_nombre_check CHECK (((char_length(nombre) >= 1) AND (char_length(nombre) <= 80)))
);

CREATE TRIGGER alcaldias_disponibles_refresh_directory AFTER UPDATE OF activo ON public.alcaldias_disponibles FOR EACH ROW WHEN ((old.activo IS DISTINCT FROM new.activo)) EXECUTE FUNCTION interno.al_retirar_nombre('alcaldia');

alter table public.alcaldias_disponibles enable row level security;
create policy "Active boroughs are readable by everyone" on public.alcaldias_disponibles for select to anon, authenticated
  using (activo);

grant select on public.alcaldias_disponibles to anon;
grant select on public.alcaldias_disponibles to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.alcaldias_disponibles to service_role;

create table public.bloqueos (
  bloqueador_id uuid not null,
  bloqueado_id uuid not null,
  creado_en timestamp with time zone not null default now(),
  constraint bloqueos_pkey PRIMARY KEY (bloqueador_id, bloqueado_id),
  constraint bloqueos_bloqueado_id_fkey FOREIGN KEY (bloqueado_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint bloqueos_bloqueador_id_fkey FOREIGN KEY (bloqueador_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint bloqueos_check CHECK ((bloqueador_id <> bloqueado_id))
);

CREATE INDEX bloqueos_of_a_blocked_person ON public.bloqueos USING btree (bloqueado_id);

CREATE TRIGGER bloqueos_mark_chats AFTER INSERT OR DELETE ON public.bloqueos FOR EACH ROW EXECUTE FUNCTION interno.marcar_chats_bloqueados();
CREATE TRIGGER bloqueos_require_accounts BEFORE INSERT ON public.bloqueos FOR EACH ROW EXECUTE FUNCTION interno.exigir_cuentas_vigentes('bloqueador_id', 'bloqueado_id');

alter table public.bloqueos enable row level security;
create policy "Blocks are readable by the person who made them" on public.bloqueos for select to authenticated
  using ((bloqueador_id = ( SELECT auth.uid() AS uid)));

grant select on public.bloqueos to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bloqueos to service_role;

create table public.chats (
  id uuid not null default gen_random_uuid(),
  buscador_id uuid not null,
  maestro_id uuid not null,
  contexto jsonb not null default '{}'::jsonb,
  creado_en timestamp with time zone not null default now(),
  ultimo_mensaje_id uuid,
  ultimo_mensaje_tipo text,
  ultimo_mensaje_contenido text,
  ultimo_mensaje_en timestamp with time zone not null default now(),
  no_leidos_buscador integer not null default 0,
  no_leidos_maestro integer not null default 0,
  leido_buscador_en timestamp with time zone,
  leido_maestro_en timestamp with time zone,
  cerrado_en timestamp with time zone,
  pausado_en timestamp with time zone,
  bloqueado_en timestamp with time zone,
  leido_buscador_hasta bigint not null default 0,
  leido_maestro_hasta bigint not null default 0,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_buscador_id_maestro_id_key UNIQUE (buscador_id, maestro_id),
  constraint chats_buscador_id_fkey FOREIGN KEY (buscador_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint chats_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE RESTRICT,
  constraint chats_check CHECK ((buscador_id <> maestro_id)),
  constraint chats_contexto_check CHECK (((jsonb_typeof(contexto) = 'object'::text) AND (pg_column_size(contexto) <= 2000))),
  constraint chats_no_leidos_buscador_check CHECK ((no_leidos_buscador >= 0)),
  constraint chats_no_leidos_maestro_check CHECK ((no_leidos_maestro >= 0))
) with (fillfactor=80);

CREATE INDEX chats_of_a_buscador ON public.chats USING btree (buscador_id, ultimo_mensaje_en DESC, id);
CREATE INDEX chats_of_a_maestro ON public.chats USING btree (maestro_id, ultimo_mensaje_en DESC, id);

CREATE TRIGGER chats_record_event AFTER INSERT ON public.chats REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_chats();
CREATE TRIGGER chats_refuse_blocked_pairs BEFORE INSERT ON public.chats FOR EACH ROW EXECUTE FUNCTION interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');
CREATE TRIGGER chats_require_accounts BEFORE INSERT ON public.chats FOR EACH ROW EXECUTE FUNCTION interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

alter table public.chats enable row level security;
create policy "Chats are readable by their two people" on public.chats for select to authenticated
  using (((( SELECT auth.uid() AS uid) = buscador_id) OR (( SELECT auth.uid() AS uid) = maestro_id)));

grant select on public.chats to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.chats to service_role;

create table public.maestro_alcaldias (
  maestro_id uuid not null,
  alcaldia text not null,
  orden bigint not null generated always as identity,
  constraint maestro_alcaldias_pkey PRIMARY KEY (maestro_id, alcaldia),
  constraint maestro_alcaldias_alcaldia_fkey FOREIGN KEY (alcaldia) REFERENCES public.alcaldias_disponibles(nombre) ON UPDATE CASCADE,
  constraint maestro_alcaldias_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE
);

CREATE TRIGGER maestro_alcaldias_check_limit AFTER INSERT ON public.maestro_alcaldias REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.limitar_elecciones('alcaldia', 'alcaldias_disponibles', '16', 'Puedes elegir como máximo %s alcaldías.', 'La alcaldía %s ya no está disponible.');
CREATE TRIGGER maestro_alcaldias_refresh_directory_on_delete AFTER DELETE ON public.maestro_alcaldias REFERENCING OLD TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_alcaldias_refresh_directory_on_insert AFTER INSERT ON public.maestro_alcaldias REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_alcaldias_refresh_directory_on_update AFTER UPDATE ON public.maestro_alcaldias REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_alcaldias_update_completion AFTER INSERT ON public.maestro_alcaldias REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.completar_maestros();

alter table public.maestro_alcaldias enable row level security;
create policy "Boroughs are readable by their maestro" on public.maestro_alcaldias for select to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Maestros choose their boroughs" on public.maestro_alcaldias for insert to authenticated
  with check ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Maestros drop their boroughs" on public.maestro_alcaldias for delete to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));

grant delete, select on public.maestro_alcaldias to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.maestro_alcaldias to service_role;
grant insert (maestro_id, alcaldia) on public.maestro_alcaldias to authenticated;

create table public.maestro_documentos (
  maestro_id uuid not null,
  tipo text not null,
  objeto text not null,
  creado_en timestamp with time zone not null default now(),
  constraint maestro_documentos_pkey PRIMARY KEY (maestro_id, tipo),
  constraint maestro_documentos_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint maestro_documentos_objeto_check CHECK ((char_length(objeto) <= 200)),
  constraint maestro_documentos_tipo_check CHECK ((tipo = ANY (ARRAY['ine_reverso'::text, 'comprobante_domicilio'::text])))
);

CREATE INDEX maestro_documentos_by_object ON public.maestro_documentos USING btree (objeto);

CREATE TRIGGER maestro_documentos_check_owner BEFORE INSERT OR UPDATE ON public.maestro_documentos FOR EACH ROW EXECUTE FUNCTION interno.exigir_documento_propio();
CREATE TRIGGER maestro_documentos_mark_shown AFTER INSERT OR DELETE OR UPDATE ON public.maestro_documentos FOR EACH ROW EXECUTE FUNCTION interno.marcar_documento();
CREATE TRIGGER maestro_documentos_reopen_verification AFTER INSERT OR UPDATE OF objeto ON public.maestro_documentos FOR EACH ROW EXECUTE FUNCTION interno.anotar_documento_nuevo();

alter table public.maestro_documentos enable row level security;
create policy "Documents are readable by their maestro" on public.maestro_documentos for select to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));

grant select on public.maestro_documentos to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.maestro_documentos to service_role;

create table public.maestro_oficios (
  maestro_id uuid not null,
  oficio text not null,
  orden bigint not null generated always as identity,
  constraint maestro_oficios_pkey PRIMARY KEY (maestro_id, oficio),
  constraint maestro_oficios_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint maestro_oficios_oficio_fkey FOREIGN KEY (oficio) REFERENCES public.oficios_disponibles(nombre) ON UPDATE CASCADE
);

CREATE TRIGGER maestro_oficios_check_limit AFTER INSERT ON public.maestro_oficios REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.limitar_elecciones('oficio', 'oficios_disponibles', '8', 'Puedes elegir como máximo %s oficios.', 'El oficio %s ya no está disponible.');
CREATE TRIGGER maestro_oficios_refresh_directory_on_delete AFTER DELETE ON public.maestro_oficios REFERENCING OLD TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_oficios_refresh_directory_on_insert AFTER INSERT ON public.maestro_oficios REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_oficios_refresh_directory_on_update AFTER UPDATE ON public.maestro_oficios REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER maestro_oficios_update_completion AFTER INSERT ON public.maestro_oficios REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.completar_maestros();

alter table public.maestro_oficios enable row level security;
create policy "Maestros choose their trades" on public.maestro_oficios for insert to authenticated
  with check ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Maestros drop their trades" on public.maestro_oficios for delete to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Trades are readable by their maestro" on public.maestro_oficios for select to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));

grant delete, select on public.maestro_oficios to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.maestro_oficios to service_role;
grant insert (maestro_id, oficio) on public.maestro_oficios to authenticated;

create table public.maestro_stats (
  maestro_id uuid not null,
  visitas_ultimos_30_dias integer not null default 0,
  contactos_ultimos_30_dias integer not null default 0,
  actualizado_en timestamp with time zone not null default now(),
  constraint maestro_stats_pkey PRIMARY KEY (maestro_id),
  constraint maestro_stats_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint maestro_stats_contactos_ultimos_30_dias_check CHECK ((contactos_ultimos_30_dias >= 0)),
  constraint maestro_stats_visitas_ultimos_30_dias_check CHECK ((visitas_ultimos_30_dias >= 0))
);

CREATE TRIGGER maestro_stats_derive_figures BEFORE INSERT OR UPDATE ON public.maestro_stats FOR EACH ROW EXECUTE FUNCTION interno.contar_stats();

alter table public.maestro_stats enable row level security;
create policy "Figures are readable by their maestro" on public.maestro_stats for select to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Maestros refresh their own figures" on public.maestro_stats for update to authenticated
  using ((maestro_id = ( SELECT auth.uid() AS uid)))
  with check ((maestro_id = ( SELECT auth.uid() AS uid)));
create policy "Maestros start their own figures" on public.maestro_stats for insert to authenticated
  with check ((maestro_id = ( SELECT auth.uid() AS uid)));

grant select on public.maestro_stats to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.maestro_stats to service_role;
grant insert (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias), update (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias) on public.maestro_stats to authenticated;

create table public.maestros (
  id uuid not null,
  nombre text,
  apellido text,
  telefono text,
  alcaldia text,
  descripcion text,
  foto_perfil_url text,
  ine_url text,
  curp text,
  domicilio text,
  referencia1_nombre_cliente text,
  referencia1_descripcion_trabajo text,
  referencia1_numero_referencia text,
  referencia2_nombre_cliente text,
  referencia2_descripcion_trabajo text,
  referencia2_numero_referencia text,
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamp with time zone,
  perfil_completo boolean not null default false,
  reputacion_nivel text not null default 'nuevo'::text,
  promedio_calificacion numeric(3,2) not null default 0,
  "cantidad_reseñas" integer not null default 0,
  "reseñas_confirmadas" integer not null default 0,
  numero_trabajos_completados integer not null default 0,
  activo_en date not null default CURRENT_DATE,
  ine_verificado boolean not null default false,
  domicilio_verificado boolean not null default false,
  curp_verificado boolean not null default false,
  identidad_verificada boolean not null generated always as (ine_verificado) stored,
  perfil_verificado boolean not null generated always as ((ine_verificado AND curp_verificado AND domicilio_verificado)) stored,
  creado_en timestamp with time zone not null default now(),
  actualizado_en timestamp with time zone not null default now(),
  eliminada_en timestamp with time zone,
  en_paginas_publicas boolean not null default true,
  constraint maestros_pkey PRIMARY KEY (id),
  constraint maestros_alcaldia_fkey FOREIGN KEY (alcaldia) REFERENCES public.alcaldias_disponibles(nombre) ON UPDATE CASCADE,
  constraint maestros_id_fkey FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint maestros_apellido_check CHECK (((char_length(btrim(apellido)) >= 1) AND (char_length(btrim(apellido)) <= 100))),
  constraint "maestros_cantidad_reseñas_check" CHECK (("cantidad_reseñas" >= 0)),
  constraint maestros_curp_check CHECK ((curp ~ '^[A-Z0-9]{18}$'::text)),
  constraint maestros_descripcion_check CHECK (((char_length(btrim(descripcion)) >= 50) AND (char_length(descripcion) <= 1000))),
  constraint maestros_domicilio_check CHECK (((char_length(btrim(domicilio)) >= 10) AND (char_length(domicilio) <= 300))),
  constraint maestros_erased_are_anonymous CHECK (((eliminada_en IS NULL) OR (num_nonnulls(nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio, referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia, referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, fecha_aceptacion) = 0))),
  constraint maestros_foto_perfil_url_check CHECK ((char_length(foto_perfil_url) <= 1000)),
  constraint maestros_ine_url_check CHECK ((char_length(ine_url) <= 1000)),
  constraint maestros_name_required CHECK (((eliminada_en IS NOT NULL) OR ((nombre IS NOT NULL) AND (apellido IS NOT NULL)))),
  constraint maestros_nombre_check CHECK (((char_length(btrim(nombre)) >= 1) AND (char_length(btrim(nombre)) <= 100))),
  constraint maestros_numero_trabajos_completados_check CHECK ((numero_trabajos_completados >= 0)),
  constraint maestros_promedio_calificacion_check CHECK (((promedio_calificacion >= (0)::numeric) AND (promedio_calificacion <= (5)::numeric))),
  constraint maestros_referencia1_descripcion_trabajo_check CHECK ((char_length(referencia1_descripcion_trabajo) <= 300)),
  constraint maestros_referencia1_nombre_cliente_check CHECK ((char_length(referencia1_nombre_cliente) <= 120)),
  constraint maestros_referencia1_numero_referencia_check CHECK ((char_length(referencia1_numero_referencia) <= 20)),
  constraint maestros_referencia2_descripcion_trabajo_check CHECK ((char_length(referencia2_descripcion_trabajo) <= 300)),
  constraint maestros_referencia2_nombre_cliente_check CHECK ((char_length(referencia2_nombre_cliente) <= 120)),
  constraint maestros_referencia2_numero_referencia_check CHECK ((char_length(referencia2_numero_referencia) <= 20)),
  constraint maestros_reputacion_nivel_check CHECK ((reputacion_nivel = ANY (ARRAY['nuevo'::text, 'confianza_comprobada'::text, 'experto'::text]))),
  constraint "maestros_reseñas_confirmadas_check" CHECK (("reseñas_confirmadas" >= 0)),
  constraint maestros_telefono_check CHECK ((telefono ~ '^\+?[0-9][0-9 ()-]{6,18}[0-9]$'::text)),
  constraint maestros_telefono_has_digits CHECK ((translate(telefono, ' ()-'::text, ''::text) ~ '^\+?[0-9]{8,20}$'::text))
);

CREATE INDEX maestros_by_curp ON public.maestros USING btree (curp) WHERE (curp IS NOT NULL);
CREATE INDEX maestros_not_verified ON public.maestros USING btree (creado_en, id) WHERE (perfil_completo AND (NOT perfil_verificado));

CREATE TRIGGER maestros_check_own_pictures BEFORE INSERT OR UPDATE OF foto_perfil_url, ine_url ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.exigir_imagenes_propias();
CREATE TRIGGER maestros_compose_names BEFORE INSERT OR UPDATE OF nombre, apellido, referencia1_nombre_cliente, referencia2_nombre_cliente ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.componer_nombres('nombre', 'El nombre', 'apellido', 'El apellido', 'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1', 'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2');
CREATE TRIGGER maestros_derive_columns BEFORE INSERT OR UPDATE ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.antes_de_guardar_maestro();
CREATE TRIGGER maestros_erase_availability AFTER UPDATE OF eliminada_en ON public.maestros FOR EACH ROW WHEN (((new.eliminada_en IS NOT NULL) AND (old.eliminada_en IS NULL))) EXECUTE FUNCTION interno.olvidar_disponibilidad();
CREATE TRIGGER maestros_keep_required_data BEFORE INSERT OR UPDATE ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.exigir_ficha_completa('nombre', 'Tu nombre no puede quedar vacío.', 'apellido', 'Tu apellido no puede quedar vacío.', 'telefono', 'Tu teléfono no puede quedar vacío.', 'descripcion', 'Tu descripción no puede quedar vacía.', 'foto_perfil_url', 'Tu foto de perfil no se puede quitar. Puedes cambiarla por otra.', 'ine_url', 'Tu INE no se puede quitar. Puedes enviar otra foto.', 'curp', 'Tu CURP no puede quedar vacía.', 'domicilio', 'Tu domicilio no puede quedar vacío.');
CREATE TRIGGER maestros_record_changed_data AFTER UPDATE ON public.maestros FOR EACH ROW WHEN ((((((((((old.ine_url IS DISTINCT FROM new.ine_url) OR (old.nombre IS DISTINCT FROM new.nombre)) OR (old.apellido IS DISTINCT FROM new.apellido)) OR (old.foto_perfil_url IS DISTINCT FROM new.foto_perfil_url)) OR (old.curp IS DISTINCT FROM new.curp)) OR (old.domicilio IS DISTINCT FROM new.domicilio)) OR (old.ine_verificado IS DISTINCT FROM new.ine_verificado)) OR (old.curp_verificado IS DISTINCT FROM new.curp_verificado)) OR (old.domicilio_verificado IS DISTINCT FROM new.domicilio_verificado))) EXECUTE FUNCTION interno.anotar_verificaciones();
CREATE TRIGGER maestros_record_event_on_insert AFTER INSERT ON public.maestros FOR EACH ROW WHEN (new.perfil_completo) EXECUTE FUNCTION interno.anotar_perfil_completado();
CREATE TRIGGER maestros_record_event_on_update AFTER UPDATE ON public.maestros FOR EACH ROW WHEN ((new.perfil_completo AND (NOT old.perfil_completo))) EXECUTE FUNCTION interno.anotar_perfil_completado();
CREATE TRIGGER maestros_record_imported_verifications AFTER INSERT ON public.maestros FOR EACH ROW WHEN ((new.ine_verificado OR new.curp_verificado OR new.domicilio_verificado)) EXECUTE FUNCTION interno.anotar_verificaciones();
CREATE TRIGGER maestros_refresh_directory_on_insert AFTER INSERT ON public.maestros REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_maestros();
CREATE TRIGGER maestros_refresh_directory_on_update AFTER UPDATE ON public.maestros REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_maestros();
CREATE TRIGGER maestros_refuse_contact_data BEFORE INSERT OR UPDATE OF nombre, apellido, descripcion, referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia2_nombre_cliente, referencia2_descripcion_trabajo ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.exigir_textos_sin_contacto('nombre', 'El nombre', 'apellido', 'El apellido', 'descripcion', 'La descripción', 'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1', 'referencia1_descripcion_trabajo', 'La descripción del trabajo de la referencia 1', 'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2', 'referencia2_descripcion_trabajo', 'La descripción del trabajo de la referencia 2');
CREATE TRIGGER maestros_update_picture_use AFTER INSERT OR DELETE ON public.maestros FOR EACH ROW EXECUTE FUNCTION interno.marcar_imagenes_de_maestro();
CREATE TRIGGER maestros_update_picture_use_on_update AFTER UPDATE OF foto_perfil_url, ine_url ON public.maestros FOR EACH ROW WHEN (((old.foto_perfil_url IS DISTINCT FROM new.foto_perfil_url) OR (old.ine_url IS DISTINCT FROM new.ine_url))) EXECUTE FUNCTION interno.marcar_imagenes_de_maestro();

alter table public.maestros enable row level security;
create policy "Maestros are readable by themselves" on public.maestros for select to authenticated
  using ((id = ( SELECT auth.uid() AS uid)));
create policy "Maestros change their own row" on public.maestros for update to authenticated
  using ((id = ( SELECT auth.uid() AS uid)))
  with check ((id = ( SELECT auth.uid() AS uid)));
create policy "Maestros write their own row" on public.maestros for insert to authenticated
  with check (((id = ( SELECT auth.uid() AS uid)) AND (interno.rol_de(( SELECT auth.uid() AS uid)) = 'maestro'::text)));

grant select on public.maestros to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.maestros to service_role;
grant insert (id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio, referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia, referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel, en_paginas_publicas), update (id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio, referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia, referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel, en_paginas_publicas) on public.maestros to authenticated;

create table public.mensajes (
  id uuid not null default gen_random_uuid(),
  chat_id uuid not null,
  autor_id uuid not null,
  tipo text not null,
  contenido text,
  creado_en timestamp with time zone not null default now(),
  bloqueado boolean not null default false,
  motivo_bloqueo text,
  client_id uuid,
  secuencia bigint not null generated always as identity,
  ancho integer,
  alto integer,
  eliminado_en timestamp with time zone,
  respuesta_a uuid,
  duracion_ms integer,
  picos smallint[],
  constraint mensajes_pkey PRIMARY KEY (id),
  constraint mensajes_chat_id_autor_id_client_id_key UNIQUE (chat_id, autor_id, client_id),
  constraint mensajes_autor_id_fkey FOREIGN KEY (autor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint mensajes_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chats(id) ON DELETE RESTRICT,
  constraint mensajes_alto_check CHECK ((alto > 0)),
  constraint mensajes_ancho_check CHECK ((ancho > 0)),
  constraint mensajes_check CHECK ((bloqueado = (motivo_bloqueo IS NOT NULL))),
  constraint mensajes_contenido_check CHECK (((char_length(contenido) >= 1) AND (char_length(contenido) <= 4000))),
  constraint mensajes_deleted_are_empty CHECK (((eliminado_en IS NULL) OR (contenido IS NULL))),
  constraint mensajes_duracion_ms_check CHECK (((duracion_ms >= 1) AND (duracion_ms <= 180000))),
  constraint mensajes_motivo_bloqueo_check CHECK ((motivo_bloqueo = ANY (ARRAY['telefono'::text, 'correo'::text, 'enlace'::text, 'mensajeria'::text, 'tarjeta'::text]))),
  constraint mensajes_picos_check CHECK (((array_ndims(picos) = 1) AND (cardinality(picos) = 48) AND (array_position(picos, NULL::smallint) IS NULL) AND (0 <= ALL (picos)) AND (100 >= ALL (picos)))),
  constraint mensajes_sizes_are_of_pictures CHECK (((num_nonnulls(ancho, alto) = ANY (ARRAY[0, 2])) AND ((ancho IS NULL) OR (tipo = 'imagen'::text)))),
  constraint mensajes_texts_have_content CHECK (((contenido IS NOT NULL) OR (tipo <> 'texto'::text) OR (eliminado_en IS NOT NULL))),
  constraint mensajes_tipo_check CHECK ((tipo = ANY (ARRAY['audio'::text, 'contacto'::text, 'imagen'::text, 'texto'::text, 'video'::text]))),
  constraint mensajes_voice_notes_have_duration_and_peaks CHECK ((num_nonnulls(duracion_ms, picos) =
CASE
    WHEN ((tipo = 'audio'::text) AND (contenido IS NOT NULL)) THEN 2
    ELSE 0
END))
);

CREATE UNIQUE INDEX mensajes_blocked_in_order ON public.mensajes USING btree (chat_id, autor_id, secuencia DESC) WHERE bloqueado;
CREATE INDEX mensajes_by_time ON public.mensajes USING brin (creado_en) WITH (pages_per_range='32', autosummarize='on');
CREATE UNIQUE INDEX mensajes_delivered_in_order ON public.mensajes USING btree (chat_id, secuencia DESC) WHERE (NOT bloqueado);
CREATE INDEX mensajes_of_an_author ON public.mensajes USING btree (autor_id);

CREATE TRIGGER mensajes_carry_the_size_of_their_picture BEFORE INSERT ON public.mensajes FOR EACH ROW WHEN ((new.tipo = 'imagen'::text)) EXECUTE FUNCTION interno.medir_imagen();
CREATE TRIGGER mensajes_queue_push AFTER INSERT ON public.mensajes REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.encolar_push();
CREATE TRIGGER mensajes_record_answers AFTER INSERT ON public.mensajes REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_respuestas();
CREATE TRIGGER mensajes_refuse_blocked_chats AFTER INSERT ON public.mensajes REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.rechazar_mensajes_en_chats_bloqueados();
CREATE TRIGGER mensajes_update_chat AFTER INSERT ON public.mensajes REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_mensaje();
CREATE TRIGGER mensajes_update_file_use_on_delete AFTER DELETE ON public.mensajes FOR EACH ROW WHEN ((old.tipo = ANY (ARRAY['imagen'::text, 'audio'::text]))) EXECUTE FUNCTION interno.marcar_archivo_de_mensaje();
CREATE TRIGGER mensajes_update_file_use_on_insert AFTER INSERT ON public.mensajes FOR EACH ROW WHEN ((new.tipo = ANY (ARRAY['imagen'::text, 'audio'::text]))) EXECUTE FUNCTION interno.marcar_archivo_de_mensaje();

alter table public.mensajes enable row level security;
create policy "Messages are readable by the two of their chat, blocked ones by" on public.mensajes for select to authenticated
  using ((((NOT bloqueado) OR (autor_id = ( SELECT auth.uid() AS uid))) AND (chat_id = ANY (ARRAY( SELECT c.id
   FROM public.chats c
  WHERE ((( SELECT auth.uid() AS uid) = c.buscador_id) OR (( SELECT auth.uid() AS uid) = c.maestro_id)))))));

grant select on public.mensajes to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.mensajes to service_role;

create table public.oficios_disponibles (
  id smallint not null generated always as identity,
  nombre text collate "es-x-icu" not null,
  icono text,
  activo boolean not null default true,
  constraint oficios_disponibles_pkey PRIMARY KEY (id),
  constraint oficios_disponibles_nombre_key UNIQUE (nombre),
  constraint oficios_disponibles_icono_check CHECK ((icono ~ '^[a-z0-9-]{1,40}$'::text)),
  constraint oficios_disponibles_nombre_check CHECK (((char_length(nombre) >= 1) AND (char_length(nombre) <= 80)))
);

CREATE TRIGGER oficios_disponibles_refresh_directory AFTER UPDATE OF activo ON public.oficios_disponibles FOR EACH ROW WHEN ((old.activo IS DISTINCT FROM new.activo)) EXECUTE FUNCTION interno.al_retirar_nombre('oficio');

alter table public.oficios_disponibles enable row level security;
create policy "Active trades are readable by everyone" on public.oficios_disponibles for select to anon, authenticated
  using (activo);

grant select on public.oficios_disponibles to anon;
grant select on public.oficios_disponibles to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.oficios_disponibles to service_role;

create table public.preferencias_avisos (
  user_id uuid not null,
  correo_mensajes boolean not null default true,
  correo_contacto boolean not null default true,
  correo_resenas boolean not null default true,
  correo_busquedas boolean not null default true,
  push_mensajes boolean not null default true,
  push_contacto boolean not null default true,
  push_con_texto boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  push_busquedas boolean not null default true,
  constraint preferencias_avisos_pkey PRIMARY KEY (user_id),
  constraint preferencias_avisos_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE TRIGGER preferencias_avisos_set_time BEFORE INSERT OR UPDATE ON public.preferencias_avisos FOR EACH ROW EXECUTE FUNCTION interno.fechar_preferencias();

alter table public.preferencias_avisos enable row level security;
create policy "Choices of notices are readable by their owner" on public.preferencias_avisos for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "People change their own choices of notices" on public.preferencias_avisos for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "People make their own choices of notices" on public.preferencias_avisos for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));

grant select on public.preferencias_avisos to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.preferencias_avisos to service_role;
grant insert (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas, push_mensajes, push_contacto, push_con_texto, push_busquedas), update (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas, push_mensajes, push_contacto, push_con_texto, push_busquedas) on public.preferencias_avisos to authenticated;

create table public.profiles (
  id uuid not null,
  nombre text,
  apellido text,
  display_name text,
  role text,
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamp with time zone,
  suspendido_en timestamp with time zone,
  creado_en timestamp with time zone not null default now(),
  eliminada_en timestamp with time zone,
  cuenta_id uuid generated always as (
CASE
    WHEN (eliminada_en IS NULL) THEN id
    ELSE NULL::uuid
END) stored,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_apellido_check CHECK (((char_length(apellido) >= 1) AND (char_length(apellido) <= 100))),
  constraint profiles_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 201))),
  constraint profiles_erased_are_anonymous CHECK (((eliminada_en IS NULL) OR (num_nonnulls(nombre, apellido, display_name, fecha_aceptacion) = 0))),
  constraint profiles_erased_are_suspended CHECK (((eliminada_en IS NULL) OR (suspendido_en IS NOT NULL))),
  constraint profiles_nombre_check CHECK (((char_length(nombre) >= 1) AND (char_length(nombre) <= 100))),
  constraint profiles_role_check CHECK ((role = ANY (ARRAY['buscador'::text, 'maestro'::text, 'operador'::text])))
);

CREATE INDEX profiles_of_an_account ON public.profiles USING btree (cuenta_id);

CREATE TRIGGER profiles_compose_names BEFORE INSERT OR UPDATE OF nombre, apellido, display_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION interno.componer_nombres('nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');
CREATE TRIGGER profiles_end_exports AFTER UPDATE OF suspendido_en ON public.profiles FOR EACH ROW WHEN (((new.suspendido_en IS NOT NULL) AND (old.suspendido_en IS NULL))) EXECUTE FUNCTION interno.terminar_exportaciones_de_cuenta();
CREATE TRIGGER profiles_end_sessions AFTER UPDATE OF suspendido_en ON public.profiles FOR EACH ROW WHEN (((new.suspendido_en IS NOT NULL) AND (old.suspendido_en IS NULL))) EXECUTE FUNCTION interno.cerrar_sesiones();
CREATE TRIGGER profiles_hide_reviews AFTER UPDATE OF suspendido_en, eliminada_en ON public.profiles FOR EACH ROW WHEN (((old.suspendido_en IS DISTINCT FROM new.suspendido_en) OR (old.eliminada_en IS DISTINCT FROM new.eliminada_en))) EXECUTE FUNCTION interno.ocultar_resenas_de_autor();
CREATE TRIGGER profiles_keep_closing BEFORE UPDATE OF suspendido_en ON public.profiles FOR EACH ROW WHEN (((old.suspendido_en IS NOT NULL) AND (old.suspendido_en IS DISTINCT FROM new.suspendido_en) AND (new.eliminada_en IS NULL))) EXECUTE FUNCTION interno.suspender_durante_cierre();
CREATE TRIGGER profiles_lock_chats BEFORE UPDATE OF suspendido_en ON public.profiles FOR EACH ROW WHEN (((old.suspendido_en IS NULL) <> (new.suspendido_en IS NULL))) EXECUTE FUNCTION interno.cerrar_chats_de_persona();
CREATE TRIGGER profiles_record_event AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_cuentas();
CREATE TRIGGER profiles_refresh_directory AFTER UPDATE ON public.profiles REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_maestros();
CREATE TRIGGER profiles_refuse_contact_data BEFORE INSERT OR UPDATE OF nombre, apellido, display_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION interno.exigir_textos_sin_contacto('nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');
CREATE TRIGGER suspensions_take_effect AFTER UPDATE OF suspendido_en ON public.profiles FOR EACH ROW WHEN ((((new.suspendido_en IS NULL) <> (old.suspendido_en IS NULL)) AND (new.eliminada_en IS NULL))) EXECUTE FUNCTION interno.aplicar_suspension();

alter table public.profiles enable row level security;
create policy "A seeker's profile is readable by the maestros of their chats" on public.profiles for select to authenticated
  using (((role = 'buscador'::text) AND (id = ANY (ARRAY( SELECT c.buscador_id
   FROM public.chats c
  WHERE (c.maestro_id = ( SELECT auth.uid() AS uid)))))));
create policy "Profiles are readable by their owner" on public.profiles for select to authenticated
  using ((id = ( SELECT auth.uid() AS uid)));

grant delete, insert, maintain, references, select, trigger, truncate, update on public.profiles to service_role;
grant select (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion) on public.profiles to authenticated;

create table public.resenas (
  id uuid not null default gen_random_uuid(),
  buscador_id uuid not null,
  maestro_id uuid not null,
  puntuacion smallint not null,
  comentario text not null,
  trabajo_realizado boolean not null,
  creado_en timestamp with time zone not null default now(),
  editado_en timestamp with time zone,
  respuesta text,
  respondido_en timestamp with time zone,
  oculta boolean not null default false,
  contada boolean not null default false,
  revisar_en timestamp with time zone default (now() + '7 days'::interval),
  constraint resenas_pkey PRIMARY KEY (id),
  constraint resenas_maestro_id_buscador_id_key UNIQUE (maestro_id, buscador_id),
  constraint resenas_buscador_id_fkey FOREIGN KEY (buscador_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint resenas_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE RESTRICT,
  constraint resenas_check CHECK (((respuesta IS NULL) = (respondido_en IS NULL))),
  constraint resenas_comentario_check CHECK (((char_length(comentario) >= 10) AND (char_length(comentario) <= 1000))),
  constraint resenas_puntuacion_check CHECK (((puntuacion >= 1) AND (puntuacion <= 5))),
  constraint resenas_respuesta_check CHECK (((char_length(respuesta) >= 1) AND (char_length(respuesta) <= 1000)))
);

CREATE INDEX resenas_of_a_buscador ON public.resenas USING btree (buscador_id);
CREATE INDEX resenas_shown_by_stars ON public.resenas USING btree (maestro_id, puntuacion, creado_en DESC, id) WHERE (NOT oculta);
CREATE INDEX resenas_shown_newest_first ON public.resenas USING btree (maestro_id, creado_en DESC, id) WHERE (NOT oculta);
CREATE INDEX resenas_to_decide ON public.resenas USING btree (revisar_en) WHERE (revisar_en IS NOT NULL);

CREATE TRIGGER resenas_count_on_delete AFTER DELETE ON public.resenas REFERENCING OLD TABLE AS viejas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_resenas();
CREATE TRIGGER resenas_count_on_insert AFTER INSERT ON public.resenas REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_resenas();
CREATE TRIGGER resenas_count_on_update AFTER UPDATE ON public.resenas REFERENCING OLD TABLE AS viejas NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_resenas();
CREATE TRIGGER resenas_decide_on_insert BEFORE INSERT ON public.resenas FOR EACH ROW EXECUTE FUNCTION interno.contar_resena_con_intercambio();
CREATE TRIGGER resenas_decide_on_update BEFORE UPDATE OF editado_en ON public.resenas FOR EACH ROW WHEN ((NOT old.contada)) EXECUTE FUNCTION interno.contar_resena_con_intercambio();
CREATE TRIGGER resenas_queue_mail AFTER INSERT ON public.resenas REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.encolar_correo_de_resena();
CREATE TRIGGER resenas_record_change AFTER UPDATE ON public.resenas FOR EACH ROW WHEN (((old.editado_en IS DISTINCT FROM new.editado_en) OR (old.respondido_en IS DISTINCT FROM new.respondido_en))) EXECUTE FUNCTION interno.anotar_resena_cambiada();
CREATE TRIGGER resenas_record_event AFTER INSERT ON public.resenas REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.anotar_resenas();
CREATE TRIGGER resenas_refuse_contact_data BEFORE INSERT OR UPDATE OF comentario, respuesta ON public.resenas FOR EACH ROW EXECUTE FUNCTION interno.exigir_textos_sin_contacto('comentario', 'La reseña', 'respuesta', 'La respuesta');
CREATE TRIGGER resenas_require_accounts BEFORE INSERT ON public.resenas FOR EACH ROW EXECUTE FUNCTION interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');
CREATE TRIGGER resenas_set_hidden BEFORE INSERT ON public.resenas FOR EACH ROW EXECUTE FUNCTION interno.ocultar_resena_nueva();

alter table public.resenas enable row level security;
create policy "Reviews are readable by their author and their maestro" on public.resenas for select to authenticated
  using (((buscador_id = ( SELECT auth.uid() AS uid)) OR ((maestro_id = ( SELECT auth.uid() AS uid)) AND (NOT oculta))));

grant select on public.resenas to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.resenas to service_role;

create table public.tickets (
  id uuid not null default gen_random_uuid(),
  usuario_id uuid,
  nombre text,
  correo text,
  mensaje text,
  imagenes_url text[] not null default '{}'::text[],
  creado_en timestamp with time zone not null default now(),
  estado text not null default 'abierto'::text,
  client_id uuid,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_are_sent_once UNIQUE (usuario_id, client_id),
  constraint tickets_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint tickets_are_whole_or_anonymous CHECK (((num_nonnulls(usuario_id, nombre, correo, mensaje) = ANY (ARRAY[0, 4])) AND ((usuario_id IS NOT NULL) OR (imagenes_url = '{}'::text[])))),
  constraint tickets_correo_check CHECK (((char_length(correo) >= 3) AND (char_length(correo) <= 255))),
  constraint tickets_correo_is_one_address CHECK ((correo ~ '^[^[:space:][:cntrl:]@<>,;:"()]+@[^[:space:][:cntrl:]@<>,;:"()]+$'::text)),
  constraint tickets_estado_check CHECK ((estado = ANY (ARRAY['abierto'::text, 'en_proceso'::text, 'resuelto'::text]))),
  constraint tickets_imagenes_url_check CHECK (((cardinality(imagenes_url) <= 4) AND (array_position(imagenes_url, NULL::text) IS NULL))),
  constraint tickets_mensaje_check CHECK (((char_length(btrim(mensaje)) >= 10) AND (char_length(btrim(mensaje)) <= 5000))),
  constraint tickets_nombre_check CHECK (((char_length(btrim(nombre)) >= 2) AND (char_length(btrim(nombre)) <= 200))),
  constraint tickets_of_erased_accounts_are_resolved CHECK (((usuario_id IS NOT NULL) OR (estado = 'resuelto'::text)))
);

CREATE INDEX tickets_by_time ON public.tickets USING btree (creado_en DESC, id);
CREATE INDEX tickets_not_resolved ON public.tickets USING btree (creado_en DESC, id) WHERE (estado <> 'resuelto'::text);
CREATE INDEX tickets_of_a_user ON public.tickets USING btree (usuario_id, creado_en DESC);

CREATE TRIGGER tickets_erase_answers AFTER UPDATE OF usuario_id ON public.tickets FOR EACH ROW WHEN (((new.usuario_id IS NULL) AND (old.usuario_id IS NOT NULL))) EXECUTE FUNCTION interno.borrar_respuestas_de_ticket();
CREATE TRIGGER tickets_require_accounts BEFORE INSERT ON public.tickets FOR EACH ROW EXECUTE FUNCTION interno.exigir_cuentas_vigentes('usuario_id');
CREATE TRIGGER tickets_update_picture_use AFTER INSERT OR DELETE ON public.tickets FOR EACH ROW EXECUTE FUNCTION interno.marcar_imagenes_de_ticket();

alter table public.tickets enable row level security;
create policy "Tickets are readable by their author" on public.tickets for select to authenticated
  using ((usuario_id = ( SELECT auth.uid() AS uid)));

grant select on public.tickets to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.tickets to service_role;

create table public.vistas_perfil (
  maestro_id uuid not null,
  buscador_id uuid not null,
  dia date not null default ((now() AT TIME ZONE 'America/Mexico_City'::text))::date,
  creado_en timestamp with time zone not null default now(),
  constraint vistas_perfil_pkey PRIMARY KEY (maestro_id, buscador_id, dia),
  constraint vistas_perfil_buscador_id_fkey FOREIGN KEY (buscador_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint vistas_perfil_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE RESTRICT
);

CREATE INDEX vistas_perfil_by_day ON public.vistas_perfil USING btree (dia);
CREATE INDEX vistas_perfil_of_a_buscador ON public.vistas_perfil USING btree (buscador_id);

CREATE TRIGGER vistas_perfil_count_on_delete AFTER DELETE ON public.vistas_perfil REFERENCING OLD TABLE AS viejas FOR EACH STATEMENT WHEN ((current_setting('interno.conservar_cifras'::text, true) IS DISTINCT FROM 'si'::text)) EXECUTE FUNCTION interno.contar_vistas();
CREATE TRIGGER vistas_perfil_count_on_insert AFTER INSERT ON public.vistas_perfil REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_vistas();
CREATE TRIGGER vistas_perfil_count_on_update AFTER UPDATE ON public.vistas_perfil REFERENCING OLD TABLE AS viejas NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_vistas();

alter table public.vistas_perfil enable row level security;
create policy "Profile views are readable by the seeker who made them" on public.vistas_perfil for select to authenticated
  using ((buscador_id = ( SELECT auth.uid() AS uid)));

grant select on public.vistas_perfil to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.vistas_perfil to service_role;

CREATE OR REPLACE FUNCTION public.maestros(public.chats)
 RETURNS SETOF interno.maestro_en_chat
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url),
    (interno.disponibilidad_de(m.id)).pausa_hasta
  from public.maestros m where m.id = $1.maestro_id
$function$;
grant execute on function public.maestros(public.chats) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_messages_as_read(p_chat_id uuid, p_user_role text, p_hasta bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  yo uuid := auth.uid();
  v_antes bigint;
  v_bloqueado boolean;
  v_hasta bigint;
  v_sin_leer integer;
begin
  if p_user_role is null or p_user_role not in ('buscador', 'maestro') then
    raise exception 'p_user_role must be buscador or maestro' using errcode = '22023';
  end if;
  -- The lock makes messages that are being written wait, so that the count below misses none.
  select case p_user_role when 'buscador' then leido_buscador_hasta else leido_maestro_hasta end, bloqueado_en is not null
  into v_antes, v_bloqueado
  from public.chats
  where id = p_chat_id and yo = case p_user_role when 'buscador' then buscador_id else maestro_id end
  for no key update;
  if not found then
    raise exception 'Chat no encontrado' using errcode = 'PT404';
  end if;

  -- A mark is never taken back, and never includes a message that does not exist yet.
  select greatest(v_antes, coalesce(max(secuencia), 0)) into v_hasta
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia <= coalesce(p_hasta, 9223372036854775807);
  select count(*) into v_sin_leer
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia > v_hasta and autor_id <> yo and eliminado_en is null;

  if v_bloqueado then
    -- The mark stays, so that a later call may name an earlier message: the count never grows.
    update public.chats set
      no_leidos_buscador = case p_user_role when 'buscador' then least(no_leidos_buscador, v_sin_leer) else no_leidos_buscador end,
      no_leidos_maestro = case p_user_role when 'maestro' then least(no_leidos_maestro, v_sin_leer) else no_leidos_maestro end
    where id = p_chat_id;
  elsif p_user_role = 'buscador' then
    update public.chats set no_leidos_buscador = v_sin_leer, leido_buscador_hasta = v_hasta, leido_buscador_en = now()
    where id = p_chat_id;
  else
    update public.chats set no_leidos_maestro = v_sin_leer, leido_maestro_hasta = v_hasta, leido_maestro_en = now()
    where id = p_chat_id;
  end if;
end $function$;
grant execute on function public.mark_messages_as_read(uuid,text,bigint) to authenticated;

CREATE OR REPLACE FUNCTION public.update_maestro_stats()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.role() = 'service_role' then
    update public.maestro_stats set actualizado_en = now();
  elsif exists (select from public.maestros where id = auth.uid()) then
    perform interno.recontar(auth.uid());
  end if;
end $function$;
grant execute on function public.update_maestro_stats() to authenticated, service_role;

-- Schema auth ---------------------------------------------------------------------------------------------------------

create schema auth;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;

create table auth.flow_states (
  user_id uuid not null,
  kind text not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  expires_at timestamp with time zone not null,
  constraint flow_states_pkey PRIMARY KEY (user_id, kind),
  constraint flow_states_code_hash_key UNIQUE (code_hash),
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_code_challenge_check CHECK (((char_length(code_challenge) >= 43) AND (char_length(code_challenge) <= 128))),
  constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint flow_states_kind_check CHECK ((kind = ANY (ARRAY['recovery'::text, 'signup'::text])))
);

alter table auth.flow_states enable row level security;

create table auth.known_addresses (
  user_id uuid not null,
  address text not null,
  seen_on date not null default CURRENT_DATE,
  constraint known_addresses_pkey PRIMARY KEY (user_id, address),
  constraint known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint known_addresses_address_check CHECK ((char_length(address) = 43))
);

CREATE INDEX known_addresses_seen_on_idx ON auth.known_addresses USING btree (seen_on);

alter table auth.known_addresses enable row level security;

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamp with time zone not null default now(),
  ip inet,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);

CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);

alter table auth.mfa_challenges enable row level security;

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text not null default ''::text,
  factor_type text not null default 'totp'::text,
  status text not null default 'unverified'::text,
  secret text not null,
  last_used_step bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_factors_factor_type_check CHECK ((factor_type = 'totp'::text)),
  constraint mfa_factors_friendly_name_check CHECK ((char_length(friendly_name) <= 100)),
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
);

CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);

CREATE TRIGGER mfa_factors_record_enrolment AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((new.status = 'verified'::text) AND (old.status <> 'verified'::text))) EXECUTE FUNCTION interno.anotar_entrada_de_operador('registrar_factor');

alter table auth.mfa_factors enable row level security;

create table auth.one_time_tokens (
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  attempts_since timestamp with time zone not null default now(),
  code_challenge text,
  code_challenge_method text,
  pkce boolean not null generated always as ((code_challenge IS NOT NULL)) stored,
  constraint one_time_tokens_pkey PRIMARY KEY (user_id, kind, pkce),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_challenge_length CHECK (((char_length(code_challenge) >= 43) AND (char_length(code_challenge) <= 128))),
  constraint one_time_tokens_challenge_method CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL))),
  constraint one_time_tokens_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint one_time_tokens_kind_check CHECK ((kind = ANY (ARRAY['recovery'::text, 'signup'::text])))
);

alter table auth.one_time_tokens enable row level security;

create table auth.phone_links (
  session_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint phone_links_pkey PRIMARY KEY (session_id),
  constraint phone_links_token_hash_key UNIQUE (token_hash),
  constraint phone_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

alter table auth.phone_links enable row level security;

create table auth.refresh_tokens (
  id bigint not null generated always as identity,
  session_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_hash_key UNIQUE (token_hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

CREATE INDEX refresh_tokens_session_id_idx ON auth.refresh_tokens USING btree (session_id);
CREATE INDEX refresh_tokens_used_at_idx ON auth.refresh_tokens USING btree (used_at) WHERE (used_at IS NOT NULL);

CREATE TRIGGER refresh_tokens_record_activity AFTER INSERT ON auth.refresh_tokens FOR EACH ROW EXECUTE FUNCTION interno.al_dar_refresh_token();

alter table auth.refresh_tokens enable row level security;

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  method text not null default 'password'::text,
  created_at timestamp with time zone not null default now(),
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  aal text not null default 'aal1'::text,
  factor_id uuid,
  confirmed_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'otp'::text])))
);

CREATE INDEX sessions_factor_id_idx ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions_last_used_idx ON auth.sessions USING btree (COALESCE(refreshed_at, created_at));
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);

CREATE TRIGGER sessions_check_level BEFORE INSERT OR UPDATE OF aal ON auth.sessions FOR EACH ROW EXECUTE FUNCTION interno.exigir_nivel_de_sesion();
CREATE TRIGGER sessions_record_entry AFTER UPDATE OF aal ON auth.sessions FOR EACH ROW WHEN (((new.aal = 'aal2'::text) AND (old.aal <> 'aal2'::text))) EXECUTE FUNCTION interno.anotar_entrada_de_operador('entrar');

alter table auth.sessions enable row level security;

create table auth.users (
  id uuid not null default gen_random_uuid(),
  email text not null,
  encrypted_password text not null,
  email_confirmed_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_length CHECK (((char_length(email) >= 3) AND (char_length(email) <= 255))),
  constraint users_email_lower_case CHECK ((email = lower(email))),
  constraint users_metadata_object CHECK ((jsonb_typeof(raw_user_meta_data) = 'object'::text))
);

CREATE UNIQUE INDEX users_email_key ON auth.users USING btree (email);
CREATE INDEX users_unconfirmed ON auth.users USING btree (created_at) WHERE (email_confirmed_at IS NULL);

CREATE TRIGGER users_create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION interno.crear_profile();
CREATE TRIGGER users_end_exports AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN ((old.encrypted_password IS DISTINCT FROM new.encrypted_password)) EXECUTE FUNCTION interno.terminar_exportaciones_de_cuenta();
CREATE TRIGGER users_welcome_on_confirmation AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION interno.dar_bienvenida_al_confirmar();

alter table auth.users enable row level security;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (COALESCE(NULLIF(current_setting('request.jwt.claims'::text, true), ''::text), '{}'::text))::jsonb;
grant execute on function auth.jwt() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.open_request(p_role text, p_claims text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  claims jsonb := p_claims::jsonb;
begin
  if p_role = 'authenticated' then
    if interno.esta_suspendido((claims ->> 'sub')::uuid) then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    end if;
    if not auth.session_lives((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
      raise exception 'Session from session_id claim in JWT does not exist'
        using errcode = 'PT401', detail = 'session_not_found';
    end if;
    if interno.es_operador((claims ->> 'sub')::uuid) then
      raise exception 'Operators can call the functions for operators only' using errcode = 'PT403', detail = 'operador';
    end if;
  end if;
  if p_role not in ('anon', 'authenticated', 'service_role') then
    raise exception 'Unknown role' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $function$;
grant execute on function auth.open_request(text,text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (auth.jwt() ->> 'role'::text);
grant execute on function auth.role() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.session_lives(p_session uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM auth.sessions WHERE ((sessions.id = session_lives.p_session) AND (sessions.user_id = session_lives.p_user)))) AND (NOT interno.se_cierra(p_user)));
grant execute on function auth.session_lives(uuid,uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN ((auth.jwt() ->> 'sub'::text))::uuid;
grant execute on function auth.uid() to anon, authenticated, service_role;

-- Schema storage ------------------------------------------------------------------------------------------------------

create schema storage;

create table storage.buckets (
  id text not null,
  file_size_limit integer not null,
  allowed_mime_types text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint buckets_pkey PRIMARY KEY (id)
);

alter table storage.buckets enable row level security;

create table storage.leftovers (
  key text not null,
  since timestamp with time zone not null default now(),
  constraint leftovers_pkey PRIMARY KEY (key)
);

alter table storage.leftovers enable row level security;

create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner uuid,
  mimetype text not null,
  size integer not null,
  etag text not null,
  cache_control text not null default 'max-age=3600'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  key text,
  mini_size integer,
  width integer,
  height integer,
  unused_since timestamp with time zone,
  folder text not null generated always as (regexp_replace(name, '/?[^/]*$'::text, ''::text)) stored,
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name),
  constraint objects_key_key UNIQUE (key),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id),
  constraint objects_owner_fkey FOREIGN KEY (owner) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint objects_audio_is_short_and_in_a_chat CHECK (((mimetype !~~ 'audio/%'::text) OR (storage.may_be_audio(bucket_id, name) AND (size <= ((2 * 1024) * 1024))))),
  constraint objects_mini_size_check CHECK ((mini_size > 0)),
  constraint objects_name_check CHECK (((name !~ '(^|/)\.{0,2}(/|$)'::text) AND ((char_length(name) >= 1) AND (char_length(name) <= 500)))),
  constraint objects_size_check CHECK ((size > 0))
);

CREATE INDEX objects_by_unused_time ON storage.objects USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX objects_of_a_folder ON storage.objects USING btree (bucket_id, folder, name);
CREATE INDEX objects_of_an_owner_by_time ON storage.objects USING btree (owner, created_at) INCLUDE (size, mini_size);
CREATE INDEX objects_unused ON storage.objects USING btree (owner, unused_since) WHERE (unused_since IS NOT NULL);

CREATE TRIGGER objects_clear_maestro_picture AFTER DELETE ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = 'chat-media'::text) AND (old.unused_since IS NULL) AND (old.name ~ '^(ine_|profile-photos/)'::text))) EXECUTE FUNCTION interno.retirar_imagen_de_maestro();
CREATE TRIGGER objects_leave_their_review AFTER DELETE ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = 'chat-media'::text) AND (old.name ~~ 'review-photos/%'::text))) EXECUTE FUNCTION interno.retirar_foto_de_resena_borrada();
CREATE TRIGGER removed_documents_leave_their_maestro AFTER DELETE ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = 'chat-media'::text) AND (old.name ~~ 'documentos/%'::text))) EXECUTE FUNCTION interno.retirar_documento();

alter table storage.objects enable row level security;

CREATE OR REPLACE FUNCTION storage.allows(p_act text, p_user uuid, p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_id constant text := '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
  v_file constant text := '[0-9]{1,20}\.[A-Za-z0-9]{1,8}$';
  v_within constant text := case p_act when 'list' then '$' else '/' || v_file end;
  v_document constant text :=
    case p_act when 'list' then '$' else '/(?:ine_reverso|comprobante_domicilio)_' || v_file end;
  v_whose text;
begin
  if p_bucket = 'chat-media' and p_act = 'read' and (
    (p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name))
    or (p_name like 'review-photos/%' and interno.foto_de_resena_visible(p_name))
  ) then
    return true;
  end if;
  if p_user is null then
    return false;
  end if;
  if p_bucket = 'support-tickets' then
    v_whose := (regexp_match(p_name, '^' || v_id || case p_act when 'list' then '$' else '/[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$' end))[1];
    return coalesce(v_whose::uuid = p_user, false);
  end if;
  if p_bucket is distinct from 'chat-media' then
    return false;
  end if;
  v_whose := (regexp_match(p_name, '^' || v_id || v_within))[1];
  if v_whose is not null then
    return exists (
      select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)
        and (p_act <> 'upload' or c.bloqueado_en is null));
  end if;
  v_whose := (regexp_match(p_name, '^review-photos/' || v_id || v_within))[1];
  if v_whose is not null then
    return v_whose::uuid = p_user
      and exists (select from public.profiles p where p.id = p_user and p.role = 'buscador');
  end if;
  -- The root folder contains identity documents. Everyone may list it, and sees only their own objects there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^documentos/' || v_id || v_document))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $function$;

CREATE OR REPLACE FUNCTION storage.allows_read(p_user uuid, o storage.objects)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (storage.is_visible(p_user, o) AND storage.allows('read'::text, p_user, (o).bucket_id, (o).name));

CREATE OR REPLACE FUNCTION storage.allows_removal(p_user uuid, o storage.objects)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (((o).owner = p_user) AND storage.allows('upload'::text, p_user, (o).bucket_id, (o).name) AND CASE WHEN ((o).bucket_id = 'support-tickets'::text) THEN true WHEN ((o).name ~~ 'ine\_%'::text) THEN false ELSE ((o).unused_since IS NOT NULL) END);

CREATE OR REPLACE FUNCTION storage.is_visible(p_user uuid, o storage.objects)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((o).unused_since IS NULL) OR COALESCE(((o).owner = p_user), false) OR ((o).name ~~ 'profile-photos/%'::text));

CREATE OR REPLACE FUNCTION storage.mark_shown(p_shown boolean, p_bucket text, p_names text[], p_of text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update storage.objects set unused_since = case when p_shown then null else now() end
  where bucket_id = p_bucket and name = any (p_names) and name like any (p_of)
    and p_shown = (unused_since is not null)
$function$;

CREATE OR REPLACE FUNCTION storage.may_be_audio(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_bucket = 'chat-media'::text) AND (p_name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/'::text));

CREATE OR REPLACE FUNCTION storage.name_in(p_bucket text, p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN regexp_replace(regexp_replace(p_text, (('^.*/'::text || p_bucket) || '/'::text), ''::text), '[?#].*$'::text, ''::text);

-- Schema interno ------------------------------------------------------------------------------------------------------

create schema interno;
grant usage on schema interno to anon;
grant usage on schema interno to authenticated;
grant usage on schema interno to service_role;

create type interno.cambio_de_resena as (maestro_id uuid, puntuacion smallint, trabajo_realizado boolean, signo integer);

create type interno.maestro_en_chat as (id uuid, nombre text, apellido text, foto_perfil_url text, en_pausa_hasta date);

create table interno.accesos_de_operador (
  operador_id uuid not null,
  token_hash bytea not null,
  vence_en timestamp with time zone not null,
  constraint accesos_de_operador_pkey PRIMARY KEY (operador_id),
  constraint accesos_de_operador_token_hash_key UNIQUE (token_hash),
  constraint accesos_de_operador_operador_id_fkey FOREIGN KEY (operador_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);

alter table interno.accesos_de_operador enable row level security;

create table interno.auditoria (
  id bigint not null generated always as identity,
  operador_id uuid not null,
  acto text not null,
  sobre uuid,
  detalle jsonb not null default '{}'::jsonb,
  ocurrido_en timestamp with time zone not null default clock_timestamp(),
  constraint auditoria_pkey PRIMARY KEY (id),
  constraint auditoria_acto_check CHECK ((acto = ANY (ARRAY['cambiar_nivel'::text, 'cambiar_ticket'::text, 'cerrar_reporte'::text, 'consultar'::text, 'consultar_cuenta'::text, 'consultar_reporte'::text, 'consultar_ticket'::text, 'crear_operador'::text, 'dar_acceso'::text, 'descartar_trabajo'::text, 'entrar'::text, 'rechazar'::text, 'registrar_factor'::text, 'reintentar_trabajo'::text, 'responder_ticket'::text, 'restaurar'::text, 'retirar_foto'::text, 'retirar_resena'::text, 'revisar'::text, 'suspender'::text, 'verificar'::text]))),
  constraint auditoria_detalle_check CHECK (((jsonb_typeof(detalle) = 'object'::text) AND (pg_column_size(detalle) <= 4000)))
);

CREATE INDEX auditoria_by_operator ON interno.auditoria USING btree (operador_id, id);
CREATE INDEX auditoria_by_person ON interno.auditoria USING btree (sobre, id);

CREATE TRIGGER auditoria_is_only_appended BEFORE DELETE OR UPDATE OR TRUNCATE ON interno.auditoria FOR EACH STATEMENT EXECUTE FUNCTION interno.rechazar_cambio_de_auditoria();

alter table interno.auditoria enable row level security;

create table interno.avisos_de_busqueda (
  id bigint not null generated always as identity,
  buscador_id uuid not null,
  alcaldia text collate "es-x-icu" not null,
  oficio text collate "es-x-icu" not null,
  creado_en timestamp with time zone not null default now(),
  encolado_en timestamp with time zone,
  constraint avisos_de_busqueda_pkey PRIMARY KEY (id),
  constraint avisos_de_busqueda_buscador_id_alcaldia_oficio_key UNIQUE (buscador_id, alcaldia, oficio),
  constraint avisos_de_busqueda_alcaldia_fkey FOREIGN KEY (alcaldia) REFERENCES public.alcaldias_disponibles(nombre) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint avisos_de_busqueda_buscador_id_fkey FOREIGN KEY (buscador_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint avisos_de_busqueda_oficio_fkey FOREIGN KEY (oficio) REFERENCES public.oficios_disponibles(nombre) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE INDEX avisos_de_busqueda_of_a_search ON interno.avisos_de_busqueda USING btree (alcaldia, oficio, id);
CREATE INDEX avisos_de_busqueda_of_a_trade ON interno.avisos_de_busqueda USING btree (oficio);

alter table interno.avisos_de_busqueda enable row level security;

create table interno.avisos_sin_leer (
  persona_id uuid not null,
  chat_id uuid not null,
  pendiente boolean not null,
  hasta bigint,
  constraint avisos_sin_leer_pkey PRIMARY KEY (persona_id, chat_id),
  constraint avisos_sin_leer_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chats(id) ON DELETE CASCADE,
  constraint avisos_sin_leer_persona_id_fkey FOREIGN KEY (persona_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX avisos_sin_leer_of_a_chat ON interno.avisos_sin_leer USING btree (chat_id);
CREATE INDEX avisos_sin_leer_pending ON interno.avisos_sin_leer USING btree (persona_id) WHERE pendiente;

alter table interno.avisos_sin_leer enable row level security;

create table interno.bienvenidas (
  cuenta_id uuid not null,
  encolada_en timestamp with time zone not null default now(),
  constraint bienvenidas_pkey PRIMARY KEY (cuenta_id),
  constraint bienvenidas_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

alter table interno.bienvenidas enable row level security;

create table interno.borradores (
  maestro_id uuid not null,
  paso text not null,
  valor jsonb not null,
  version integer not null,
  actualizado_en timestamp with time zone not null default now(),
  constraint borradores_pkey PRIMARY KEY (maestro_id, paso),
  constraint borradores_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint borradores_paso_check CHECK ((paso = ANY (ARRAY['datos'::text, 'oficios'::text, 'alcaldias'::text, 'selfie'::text, 'descripcion'::text, 'referencia1'::text, 'referencia2'::text, 'curp'::text, 'domicilio'::text, 'ine'::text, 'ine_reverso'::text, 'comprobante_domicilio'::text]))),
  constraint borradores_valor_check CHECK ((pg_column_size(valor) <= 20000)),
  constraint borradores_version_check CHECK ((version > 0))
);

CREATE INDEX borradores_by_age ON interno.borradores USING btree (actualizado_en);

CREATE TRIGGER pictures_are_shown_by_their_draft AFTER INSERT OR DELETE OR UPDATE ON interno.borradores FOR EACH ROW EXECUTE FUNCTION interno.marcar_imagen_de_borrador();
CREATE TRIGGER pictures_of_drafts_are_of_their_maestro BEFORE INSERT OR UPDATE OF valor ON interno.borradores FOR EACH ROW EXECUTE FUNCTION interno.exigir_imagen_de_borrador();

alter table interno.borradores enable row level security;

create table interno.busquedas_diarias (
  alcaldia text collate "es-x-icu" not null,
  dia date not null,
  oficio text collate "es-x-icu" not null,
  total integer not null,
  sin_resultado integer not null default 0,
  constraint busquedas_diarias_pkey PRIMARY KEY (alcaldia, dia, oficio),
  constraint busquedas_diarias_alcaldia_fkey FOREIGN KEY (alcaldia) REFERENCES public.alcaldias_disponibles(nombre) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint busquedas_diarias_oficio_fkey FOREIGN KEY (oficio) REFERENCES public.oficios_disponibles(nombre) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint busquedas_diarias_sin_resultado_check CHECK ((sin_resultado >= 0)),
  constraint busquedas_diarias_total_check CHECK (((total >= 0) AND ((total + sin_resultado) > 0)))
);

alter table interno.busquedas_diarias enable row level security;

create table interno.cierres (
  cuenta_id uuid not null,
  pedido_en timestamp with time zone not null default now(),
  borrar_en timestamp with time zone not null,
  suspendida boolean not null default false,
  borrando_en timestamp with time zone,
  constraint cierres_pkey PRIMARY KEY (cuenta_id),
  constraint cierres_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX cierres_by_time ON interno.cierres USING btree (borrar_en);

alter table interno.cierres enable row level security;

create table interno.cifras_diarias (
  maestro_id uuid not null,
  dia date not null,
  visitas integer not null default 0,
  contactos integer not null default 0,
  constraint cifras_diarias_pkey PRIMARY KEY (maestro_id, dia),
  constraint cifras_diarias_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint cifras_diarias_contactos_check CHECK ((contactos >= 0)),
  constraint cifras_diarias_visitas_check CHECK ((visitas >= 0))
);

CREATE INDEX cifras_diarias_by_day ON interno.cifras_diarias USING brin (dia);

alter table interno.cifras_diarias enable row level security;

create table interno.claves (
  ajuste text not null,
  id text not null,
  huella bytea not null,
  aceptada_en timestamp with time zone not null default now(),
  constraint claves_pkey PRIMARY KEY (ajuste, id),
  constraint claves_ajuste_check CHECK ((ajuste = ANY (ARRAY['JWT_SECRET'::text, 'DOCUMENTS_KEY'::text]))),
  constraint claves_huella_check CHECK ((octet_length(huella) = 32)),
  constraint claves_id_check CHECK ((id ~ '^[0-9a-f]{8}$'::text))
);

alter table interno.claves enable row level security;

create table interno.conteo_de_resenas (
  maestro_id uuid not null,
  estrellas_1 integer not null default 0,
  estrellas_2 integer not null default 0,
  estrellas_3 integer not null default 0,
  estrellas_4 integer not null default 0,
  estrellas_5 integer not null default 0,
  confirmadas integer not null default 0,
  constraint conteo_de_resenas_pkey PRIMARY KEY (maestro_id),
  constraint conteo_de_resenas_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint conteo_de_resenas_confirmadas_check CHECK ((confirmadas >= 0)),
  constraint conteo_de_resenas_estrellas_1_check CHECK ((estrellas_1 >= 0)),
  constraint conteo_de_resenas_estrellas_2_check CHECK ((estrellas_2 >= 0)),
  constraint conteo_de_resenas_estrellas_3_check CHECK ((estrellas_3 >= 0)),
  constraint conteo_de_resenas_estrellas_4_check CHECK ((estrellas_4 >= 0)),
  constraint conteo_de_resenas_estrellas_5_check CHECK ((estrellas_5 >= 0))
);

alter table interno.conteo_de_resenas enable row level security;

create table interno.directorio (
  alcaldia text not null,
  oficio text not null,
  maestro_id uuid not null,
  recomendado bigint not null,
  por_calificacion bigint not null,
  por_trabajos bigint not null,
  celda smallint not null,
  tarjeta text not null,
  disponible_el date,
  constraint directorio_pkey PRIMARY KEY (maestro_id, alcaldia, oficio),
  constraint directorio_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE
);

CREATE INDEX directorio_celda_calificacion ON interno.directorio USING btree (alcaldia, oficio, celda, por_calificacion, maestro_id);
CREATE INDEX directorio_celda_recomendado ON interno.directorio USING btree (alcaldia, oficio, celda, recomendado, maestro_id);
CREATE INDEX directorio_celda_trabajos ON interno.directorio USING btree (alcaldia, oficio, celda, por_trabajos, maestro_id);
CREATE INDEX directorio_disponible_calificacion ON interno.directorio USING btree (alcaldia, oficio, disponible_el, celda, por_calificacion, maestro_id) WHERE (disponible_el IS NOT NULL);
CREATE INDEX directorio_disponible_recomendado ON interno.directorio USING btree (alcaldia, oficio, disponible_el, celda, recomendado, maestro_id) WHERE (disponible_el IS NOT NULL);
CREATE INDEX directorio_disponible_trabajos ON interno.directorio USING btree (alcaldia, oficio, disponible_el, celda, por_trabajos, maestro_id) WHERE (disponible_el IS NOT NULL);
CREATE INDEX directorio_recomendado ON interno.directorio USING btree (alcaldia, oficio, recomendado, maestro_id);

CREATE TRIGGER directorio_count_available_on_delete AFTER DELETE ON interno.directorio REFERENCING OLD TABLE AS viejas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_disponibles();
CREATE TRIGGER directorio_count_available_on_insert AFTER INSERT ON interno.directorio REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_disponibles();
CREATE TRIGGER directorio_count_available_on_update AFTER UPDATE ON interno.directorio REFERENCING OLD TABLE AS viejas NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_disponibles();
CREATE TRIGGER directorio_count_on_delete AFTER DELETE ON interno.directorio REFERENCING OLD TABLE AS viejas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_directorio();
CREATE TRIGGER directorio_count_on_insert AFTER INSERT ON interno.directorio REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_directorio();
CREATE TRIGGER directorio_count_on_update AFTER UPDATE ON interno.directorio REFERENCING OLD TABLE AS viejas NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.contar_directorio();
CREATE TRIGGER directorio_queue_alerts_on_insert AFTER INSERT ON interno.directorio REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION interno.anunciar_en_directorio();

alter table interno.directorio enable row level security;

create table interno.directorio_celdas (
  alcaldia text not null,
  oficio text not null,
  celda smallint not null,
  total integer not null,
  constraint directorio_celdas_pkey PRIMARY KEY (alcaldia, oficio, celda),
  constraint directorio_celdas_total_check CHECK ((total >= 0))
);

alter table interno.directorio_celdas enable row level security;

create table interno.directorio_disponibles (
  alcaldia text not null,
  oficio text not null,
  dia date not null,
  celda smallint not null,
  total integer not null,
  constraint directorio_disponibles_pkey PRIMARY KEY (alcaldia, oficio, dia, celda),
  constraint directorio_disponibles_total_check CHECK ((total >= 0))
);

alter table interno.directorio_disponibles enable row level security;

create table interno.directorio_totales (
  alcaldia text not null,
  oficio text not null,
  total integer not null,
  cambiado_en timestamp with time zone not null default now(),
  constraint directorio_totales_pkey PRIMARY KEY (alcaldia, oficio),
  constraint directorio_totales_total_check CHECK ((total >= 0))
);

alter table interno.directorio_totales enable row level security;

create table interno.disponibilidad (
  maestro_id uuid not null,
  disponible_el date,
  pausa_hasta date,
  constraint disponibilidad_pkey PRIMARY KEY (maestro_id),
  constraint disponibilidad_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint disponibilidad_has_one_state CHECK ((num_nonnulls(disponible_el, pausa_hasta) = 1))
);

CREATE INDEX disponibilidad_by_end ON interno.disponibilidad USING btree (COALESCE(pausa_hasta, (disponible_el + 1)));

CREATE TRIGGER disponibilidad_refresh_directory_on_delete AFTER DELETE ON interno.disponibilidad REFERENCING OLD TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER disponibilidad_refresh_directory_on_insert AFTER INSERT ON interno.disponibilidad REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();
CREATE TRIGGER disponibilidad_refresh_directory_on_update AFTER UPDATE ON interno.disponibilidad REFERENCING NEW TABLE AS cambiadas FOR EACH STATEMENT EXECUTE FUNCTION interno.al_cambiar_elecciones();

alter table interno.disponibilidad enable row level security;

create table interno.en_linea (
  user_id uuid not null,
  visto_en timestamp with time zone not null,
  constraint en_linea_pkey PRIMARY KEY (user_id),
  constraint en_linea_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
) with (fillfactor=50);

alter table interno.en_linea enable row level security;

create table interno.eventos (
  id bigint not null generated always as identity,
  tipo text not null,
  quien uuid not null,
  sobre uuid,
  datos jsonb not null default '{}'::jsonb,
  ocurrido_en timestamp with time zone not null default now(),
  constraint eventos_pkey PRIMARY KEY (id),
  constraint eventos_datos_check CHECK (((jsonb_typeof(datos) = 'object'::text) AND (pg_column_size(datos) <= 1000))),
  constraint eventos_tipo_check CHECK ((tipo = ANY (ARRAY['chat_iniciado'::text, 'cierre_deshecho'::text, 'cierre_pedido'::text, 'contacto_accedido'::text, 'cuenta_creada'::text, 'cuenta_restaurada'::text, 'cuenta_suspendida'::text, 'foto_de_resena_retirada'::text, 'perfil_completado'::text, 'persona_reportada'::text, 'resena_editada'::text, 'resena_escrita'::text, 'resena_respondida'::text, 'resena_retirada'::text, 'ticket_enviado'::text, 'ticket_respondido'::text, 'verificacion_decidida'::text])))
);

CREATE INDEX eventos_by_kind ON interno.eventos USING btree (tipo, id);
CREATE INDEX eventos_by_person ON interno.eventos USING btree (quien, id);

CREATE TRIGGER eventos_refuse_changes BEFORE DELETE OR UPDATE OR TRUNCATE ON interno.eventos FOR EACH STATEMENT EXECUTE FUNCTION interno.rechazar_cambio_de_eventos();

alter table interno.eventos enable row level security;

create table interno.examen_de_mensajes (
  unico boolean not null default true,
  hasta timestamp with time zone not null default now(),
  constraint examen_de_mensajes_pkey PRIMARY KEY (unico),
  constraint examen_de_mensajes_unico_check CHECK (unico)
);

alter table interno.examen_de_mensajes enable row level security;

create table interno.exportaciones (
  id uuid not null default gen_random_uuid(),
  cuenta_id uuid not null,
  estado text not null default 'preparando'::text,
  pedida_en timestamp with time zone not null default now(),
  vence_en timestamp with time zone,
  constraint exportaciones_pkey PRIMARY KEY (id),
  constraint exportaciones_cuenta_id_fkey FOREIGN KEY (cuenta_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint exportaciones_estado_check CHECK ((estado = ANY (ARRAY['preparando'::text, 'lista'::text]))),
  constraint exportaciones_ready_have_an_end CHECK (((estado = 'lista'::text) = (vence_en IS NOT NULL)))
);

CREATE INDEX exportaciones_by_end ON interno.exportaciones USING btree (vence_en) WHERE (vence_en IS NOT NULL);
CREATE INDEX exportaciones_of_an_account ON interno.exportaciones USING btree (cuenta_id, pedida_en DESC);

alter table interno.exportaciones enable row level security;

create table interno.fotos_de_resena (
  objeto text not null,
  resena_id uuid not null,
  orden smallint not null,
  constraint fotos_de_resena_pkey PRIMARY KEY (objeto),
  constraint fotos_de_resena_resena_id_orden_key UNIQUE (resena_id, orden) DEFERRABLE INITIALLY DEFERRED,
  constraint fotos_de_resena_resena_id_fkey FOREIGN KEY (resena_id) REFERENCES public.resenas(id) ON DELETE CASCADE,
  constraint fotos_de_resena_objeto_check CHECK ((char_length(objeto) <= 200)),
  constraint fotos_de_resena_orden_check CHECK (((orden >= 1) AND (orden <= 3)))
);

CREATE TRIGGER fotos_de_resena_check_owner BEFORE INSERT OR UPDATE OF objeto, resena_id ON interno.fotos_de_resena FOR EACH ROW EXECUTE FUNCTION interno.exigir_foto_propia();
CREATE TRIGGER fotos_de_resena_mark_shown AFTER INSERT OR DELETE ON interno.fotos_de_resena FOR EACH ROW EXECUTE FUNCTION interno.marcar_foto_de_resena();

alter table interno.fotos_de_resena enable row level security;

create table interno.operadores (
  operador_id uuid not null,
  nivel text not null,
  registrar_factor_hasta timestamp with time zone,
  creado_en timestamp with time zone not null default now(),
  constraint operadores_pkey PRIMARY KEY (operador_id),
  constraint operadores_operador_id_fkey FOREIGN KEY (operador_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint operadores_nivel_check CHECK ((nivel = ANY (ARRAY['revisor'::text, 'responsable'::text])))
);

alter table interno.operadores enable row level security;

create table interno.peticiones_de_resena (
  buscador_id uuid not null,
  maestro_id uuid not null,
  pedida_en timestamp with time zone not null default now(),
  descartada_en timestamp with time zone,
  constraint peticiones_de_resena_pkey PRIMARY KEY (buscador_id, maestro_id),
  constraint peticiones_de_resena_buscador_id_maestro_id_fkey FOREIGN KEY (buscador_id, maestro_id) REFERENCES public.accesos_contacto(buscador_id, maestro_id) ON DELETE CASCADE
);

alter table interno.peticiones_de_resena enable row level security;

create table interno.primeras_respuestas (
  chat_id uuid not null,
  maestro_id uuid not null,
  minutos integer,
  respondido_en timestamp with time zone not null,
  constraint primeras_respuestas_pkey PRIMARY KEY (chat_id),
  constraint primeras_respuestas_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chats(id) ON DELETE CASCADE,
  constraint primeras_respuestas_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint primeras_respuestas_minutos_check CHECK ((minutos >= 0))
);

CREATE INDEX primeras_respuestas_of_a_maestro ON interno.primeras_respuestas USING btree (maestro_id, respondido_en) INCLUDE (minutos);

alter table interno.primeras_respuestas enable row level security;

create table interno.rebotes (
  user_id uuid not null,
  veces integer not null default 1,
  ultimo_en timestamp with time zone not null default now(),
  constraint rebotes_pkey PRIMARY KEY (user_id),
  constraint rebotes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint rebotes_veces_check CHECK ((veces > 0))
);

alter table interno.rebotes enable row level security;

create table interno.reporte_mensajes (
  reporte_id bigint not null,
  mensaje_id uuid not null,
  autor_id uuid not null,
  tipo text not null,
  contenido text,
  creado_en timestamp with time zone not null,
  constraint reporte_mensajes_pkey PRIMARY KEY (reporte_id, mensaje_id),
  constraint reporte_mensajes_autor_id_fkey FOREIGN KEY (autor_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint reporte_mensajes_reporte_id_fkey FOREIGN KEY (reporte_id) REFERENCES interno.reportes(id) ON DELETE CASCADE
);

CREATE INDEX reporte_mensajes_of_an_author ON interno.reporte_mensajes USING btree (autor_id);

alter table interno.reporte_mensajes enable row level security;

create table interno.reportes (
  id bigint not null generated always as identity,
  client_id uuid not null,
  reportante_id uuid not null,
  reportado_id uuid not null,
  chat_id uuid,
  motivo text not null,
  texto text,
  creado_en timestamp with time zone not null default now(),
  cerrado_en timestamp with time zone,
  cerrado_por uuid,
  nota text,
  avisado_en timestamp with time zone,
  constraint reportes_pkey PRIMARY KEY (id),
  constraint reportes_reportante_id_client_id_key UNIQUE (reportante_id, client_id),
  constraint reportes_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES public.chats(id) ON DELETE RESTRICT,
  constraint reportes_reportado_id_fkey FOREIGN KEY (reportado_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint reportes_reportante_id_fkey FOREIGN KEY (reportante_id) REFERENCES public.profiles(id) ON DELETE RESTRICT,
  constraint reportes_check CHECK ((reportante_id <> reportado_id)),
  constraint reportes_closed_have_a_note CHECK ((num_nonnulls(cerrado_en, cerrado_por, nota) = ANY (ARRAY[0, 3]))),
  constraint reportes_motivo_check CHECK ((motivo = ANY (ARRAY['fraude'::text, 'acoso'::text, 'identidad_falsa'::text, 'trabajo_peligroso'::text, 'contenido_inapropiado'::text, 'otro'::text]))),
  constraint reportes_nota_check CHECK (((char_length(nota) >= 10) AND (char_length(nota) <= 500))),
  constraint reportes_other_reasons_are_explained CHECK (((motivo <> 'otro'::text) OR (texto IS NOT NULL))),
  constraint reportes_texto_check CHECK (((char_length(texto) >= 10) AND (char_length(texto) <= 1000)))
);

CREATE INDEX reportes_about_a_person ON interno.reportes USING btree (reportado_id);
CREATE INDEX reportes_of_a_chat ON interno.reportes USING btree (chat_id);
CREATE INDEX reportes_of_a_day ON interno.reportes USING btree (reportante_id, creado_en);
CREATE INDEX reportes_open ON interno.reportes USING btree (id) WHERE (cerrado_en IS NULL);

alter table interno.reportes enable row level security;

create table interno.suscripciones_push (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  navegador text not null,
  creado_en timestamp with time zone not null default now(),
  ultimo_exito timestamp with time zone,
  constraint suscripciones_push_pkey PRIMARY KEY (id),
  constraint suscripciones_push_endpoint_key UNIQUE (endpoint),
  constraint suscripciones_push_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint suscripciones_push_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint suscripciones_push_auth_check CHECK (((char_length(auth) >= 1) AND (char_length(auth) <= 100))),
  constraint suscripciones_push_endpoint_check CHECK (((char_length(endpoint) >= 1) AND (char_length(endpoint) <= 1000))),
  constraint suscripciones_push_navegador_check CHECK (((char_length(navegador) >= 1) AND (char_length(navegador) <= 60))),
  constraint suscripciones_push_p256dh_check CHECK (((char_length(p256dh) >= 1) AND (char_length(p256dh) <= 200)))
);

CREATE INDEX suscripciones_push_of_a_person ON interno.suscripciones_push USING btree (user_id, creado_en DESC);
CREATE INDEX suscripciones_push_of_a_session ON interno.suscripciones_push USING btree (session_id);

alter table interno.suscripciones_push enable row level security;

create table interno.ticket_respuestas (
  id bigint not null generated always as identity,
  ticket_id uuid not null,
  operador_id uuid not null,
  texto text not null,
  creado_en timestamp with time zone not null default now(),
  constraint ticket_respuestas_pkey PRIMARY KEY (id),
  constraint ticket_respuestas_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE,
  constraint ticket_respuestas_texto_check CHECK (((char_length(btrim(texto)) >= 2) AND (char_length(btrim(texto)) <= 4000)))
);

CREATE INDEX ticket_respuestas_of_a_ticket ON interno.ticket_respuestas USING btree (ticket_id, id);

alter table interno.ticket_respuestas enable row level security;

create table interno.tiempos_de_respuesta (
  maestro_id uuid not null,
  respuestas integer not null default 0,
  mediana numeric,
  paso text,
  vence_en timestamp with time zone,
  constraint tiempos_de_respuesta_pkey PRIMARY KEY (maestro_id),
  constraint tiempos_de_respuesta_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint tiempos_de_respuesta_mediana_check CHECK ((mediana >= (0)::numeric)),
  constraint tiempos_de_respuesta_paso_check CHECK ((paso = ANY (ARRAY['15_minutos'::text, '1_hora'::text, '3_horas'::text, '1_dia'::text]))),
  constraint tiempos_de_respuesta_respuestas_check CHECK ((respuestas >= 0))
);

CREATE INDEX tiempos_de_respuesta_by_end ON interno.tiempos_de_respuesta USING btree (vence_en) WHERE (vence_en IS NOT NULL);

alter table interno.tiempos_de_respuesta enable row level security;

create table interno.verificaciones (
  maestro_id uuid not null,
  tipo text not null,
  estado text not null,
  motivo text,
  decidido_por uuid,
  decidido_en timestamp with time zone,
  documentos_retirados_en timestamp with time zone,
  espera_desde timestamp with time zone,
  corrige_con text[],
  constraint verificaciones_pkey PRIMARY KEY (maestro_id, tipo),
  constraint verificaciones_maestro_id_fkey FOREIGN KEY (maestro_id) REFERENCES public.maestros(id) ON DELETE CASCADE,
  constraint verificaciones_corrige_con_check CHECK (((cardinality(corrige_con) > 0) AND (corrige_con <@ interno.correcciones_de(tipo)))),
  constraint verificaciones_decided_have_a_time CHECK (((estado = ANY (ARRAY['verificado'::text, 'rechazado'::text])) = (decidido_en IS NOT NULL))),
  constraint verificaciones_estado_check CHECK ((estado = ANY (ARRAY['pendiente'::text, 'en_revision'::text, 'verificado'::text, 'rechazado'::text]))),
  constraint verificaciones_motivo_check CHECK (((char_length(motivo) >= 10) AND (char_length(motivo) <= 500))),
  constraint verificaciones_pending_have_no_operator CHECK (((estado <> 'pendiente'::text) OR (decidido_por IS NULL))),
  constraint verificaciones_rejected_have_a_reason CHECK (((estado = 'rechazado'::text) = (motivo IS NOT NULL))),
  constraint verificaciones_rejected_say_what_ends_them CHECK (((estado = 'rechazado'::text) = (corrige_con IS NOT NULL))),
  constraint verificaciones_tipo_check CHECK ((tipo = ANY (ARRAY['ine'::text, 'curp'::text, 'domicilio'::text])))
);

CREATE INDEX verificaciones_with_documents ON interno.verificaciones USING btree (decidido_en) WHERE ((decidido_en IS NOT NULL) AND (documentos_retirados_en IS NULL));

CREATE TRIGGER verificaciones_record_waiting BEFORE UPDATE OF estado ON interno.verificaciones FOR EACH ROW WHEN (((new.estado = 'pendiente'::text) AND (old.estado <> 'pendiente'::text))) EXECUTE FUNCTION interno.anotar_espera();
CREATE TRIGGER verificaciones_set_their_flag AFTER INSERT OR UPDATE OF estado ON interno.verificaciones FOR EACH ROW EXECUTE FUNCTION interno.aplicar_verificacion();

alter table interno.verificaciones enable row level security;

create view interno.trabajos_fallidos as
 SELECT id,
    nombre,
    intentos,
    error,
    creado_en
   FROM interno.lista_de_trabajos_fallidos() lista_de_trabajos_fallidos(id, nombre, intentos, error, creado_en);

CREATE OR REPLACE FUNCTION interno.abrir_contacto(p_buscador uuid, p_maestro uuid, p_motivo text, p_detalle text, p_nota text, p_contexto jsonb, p_por_dia integer, p_maximo_chats integer, p_segundos_chats integer, p_frenos jsonb DEFAULT NULL::jsonb, OUT estado text, OUT espera integer, OUT nuevo_chat boolean, OUT chat public.chats, OUT mensaje public.mensajes, OUT nombre text, OUT apellido text, OUT telefono text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_hoy constant timestamptz := interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City';
  v_manana constant timestamptz :=
    (interno.dia_de_la_ciudad(now()) + 1)::timestamp at time zone 'America/Mexico_City';
  v_repetido boolean;
  v_inicio record;
begin
  nuevo_chat := false;
  -- Simultaneous calls of one seeker wait for each other, so that all of them are counted and none is written twice.
  perform from public.profiles where id = p_buscador for no key update;
  -- A suspension or erasure of the maestro that has begun is completed first.
  perform from public.profiles where id = p_maestro for share;
  perform interno.exigir_cuenta_activa(p_buscador);
  select m.nombre, m.apellido, m.telefono into nombre, apellido, telefono
  from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    estado := 'sin_maestro';
    return;
  end if;

  v_repetido := exists (
    select from public.accesos_contacto a where a.buscador_id = p_buscador and a.maestro_id = p_maestro);
  if not v_repetido and p_por_dia <= (
    select count(*) from public.accesos_contacto a where a.buscador_id = p_buscador and a.creado_en >= v_hoy
  ) then
    estado := 'limite';
    espera := interno.segundos_hasta(v_manana);
    return;
  end if;
  if not v_repetido then
    perform interno.frenar_cuenta_nueva(p_buscador, 'contacto', p_maestro, p_frenos);
  end if;

  select * into v_inicio
  from interno.iniciar_chat(p_buscador, p_maestro, p_contexto, p_maximo_chats, p_segundos_chats);
  chat := v_inicio.chat;
  nuevo_chat := v_inicio.nuevo;
  if v_repetido then
    if not interno.contacto_visible(p_maestro, p_buscador) then
      raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
    end if;
    estado := 'repetido';
    return;
  end if;

  insert into public.accesos_contacto (buscador_id, maestro_id, motivo, detalle)
  values (p_buscador, p_maestro, p_motivo, p_detalle);
  -- As in interno.enviar_mensajes: messages of a chat get number and time in the order in which they become visible.
  perform from public.chats c where c.id = chat.id for no key update;
  insert into public.mensajes as m (chat_id, autor_id, tipo, contenido, creado_en)
  values (chat.id, p_buscador, 'contacto', p_nota, clock_timestamp())
  returning m.* into mensaje;
  select c.* into chat from public.chats c where c.id = mensaje.chat_id;
  estado := 'abierto';
end $function$;

CREATE OR REPLACE FUNCTION interno.actos_de(p_persona uuid, p_acto text, p_desde timestamp with time zone)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select c.creado_en from public.chats c
  -- A chat is never older than its last message, so the index on the inbox order bounds the scan.
  where p_acto = 'chat' and c.buscador_id = p_persona and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c)
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.buscador_id = p_persona and a.creado_en > p_desde
  union all
  select r.creado_en from public.resenas r
  where p_acto = 'resena' and r.buscador_id = p_persona and r.creado_en > p_desde
  union all
  select r.creado_en from interno.reportes r
  where p_acto = 'reporte' and r.reportante_id = p_persona and r.creado_en > p_desde
$function$;

CREATE OR REPLACE FUNCTION interno.actos_de_cuentas_nuevas(p_maestro uuid, p_acto text, p_desde timestamp with time zone)
 RETURNS SETOF timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select c.creado_en from public.chats c
  where p_acto = 'chat' and c.maestro_id = p_maestro and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c) and interno.etapa_de_cuenta(c.buscador_id) <> 'conocida'
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.maestro_id = p_maestro and a.creado_en > p_desde
    and interno.etapa_de_cuenta(a.buscador_id) <> 'conocida'
$function$;

CREATE OR REPLACE FUNCTION interno.agotar_trabajo(p_id bigint, p_error text DEFAULT 'given up before its last attempt'::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update graphile_worker._private_jobs
  set attempts = max_attempts, flags = jsonb_build_object('intentos', attempts), last_error = p_error
  where id = p_id
$function$;

CREATE OR REPLACE FUNCTION interno.al_cambiar_elecciones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.refrescar_directorio(array(select distinct maestro_id from cambiadas));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.al_cambiar_maestros()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.refrescar_directorio(array(select id from nuevas));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.al_dar_refresh_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- This reads first: the statement trigger of the directory runs at every update of maestros, even of no row, and would
  -- add a twentieth to the time of each sign-in of a seeker.
  perform interno.registrar_actividad(m.id)
  from auth.sessions s join public.maestros m on m.id = s.user_id
  where s.id = new.session_id and m.activo_en < current_date;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.al_retirar_nombre()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.encolar('refresh-directory', jsonb_build_object(tg_argv[0], new.nombre));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.ampliar_lista(p_tabla text, p_restriccion text, p_columna text, p_valores text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_lista constant text := (
    select string_agg(distinct quote_literal(t.valor), ', ') from (
      select (regexp_matches(pg_get_constraintdef(c.oid), '''(\w+)''::text', 'g'))[1] as valor
      from pg_constraint c where c.conname = p_restriccion
      union all select unnest(p_valores)
    ) t);
begin
  execute format('alter table %s drop constraint %I', p_tabla, p_restriccion);
  execute format('alter table %s add constraint %I check (%I in (%s))', p_tabla, p_restriccion, p_columna, v_lista);
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_accesos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'contacto_accedido', buscador_id, maestro_id, jsonb_build_object('motivo', motivo) from nuevos;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_chats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'chat_iniciado', buscador_id, maestro_id, jsonb_build_object('chat_id', id) from nuevos;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_cuentas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.eventos (tipo, quien, datos)
  select 'cuenta_creada', id, jsonb_build_object('role', role) from nuevas;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_documento_nuevo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_enviado constant text := case new.tipo when 'ine_reverso' then 'reverso' else 'comprobante' end;
begin
  update interno.verificaciones v set estado = 'pendiente'
  where v.maestro_id = new.maestro_id and case v.estado
    when 'en_revision' then v_enviado = any (interno.correcciones_de(v.tipo))
    when 'rechazado' then v_enviado = any (v.corrige_con)
  end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_en_linea(p_personas uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO interno.en_linea AS e (user_id, visto_en)  SELECT u.id,
             now() AS now
            FROM auth.users u
           WHERE (u.id = ANY (anotar_en_linea.p_personas))
           ORDER BY u.id ON CONFLICT(user_id) DO UPDATE SET visto_en = now()
   WHERE (e.visto_en < (now() - '00:00:30'::interval));
END;

CREATE OR REPLACE FUNCTION interno.anotar_entrada_de_operador()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.auditoria (operador_id, acto) values (new.user_id, tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_espera()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.espera_desde := now();
  new.motivo := null;
  new.corrige_con := null;
  new.decidido_por := null;
  new.decidido_en := null;
  new.documentos_retirados_en := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_mensaje()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  if exists (
    select from nuevos n where not exists (
      select from public.chats c where c.id = n.chat_id and n.autor_id in (c.buscador_id, c.maestro_id))
  ) then
    raise exception 'The author is not of this chat' using errcode = '23514';
  end if;
  -- A blocked message was not delivered, so it is neither shown as the preview nor counted as unread.
  update public.chats c set
    ultimo_mensaje_id = n.id,
    ultimo_mensaje_tipo = n.tipo,
    ultimo_mensaje_contenido = n.contenido,
    ultimo_mensaje_en = n.creado_en,
    no_leidos_buscador = c.no_leidos_buscador + n.del_maestro,
    no_leidos_maestro = c.no_leidos_maestro + n.del_buscador
  from (
    select distinct on (m.chat_id) m.*,
      count(*) filter (where m.autor_id = k.maestro_id) over (partition by m.chat_id) as del_maestro,
      count(*) filter (where m.autor_id = k.buscador_id) over (partition by m.chat_id) as del_buscador
    from nuevos m join public.chats k on k.id = m.chat_id
    where not m.bloqueado
    order by m.chat_id, m.secuencia desc
  ) n
  where c.id = n.chat_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_perfil_completado()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.eventos (tipo, quien) values ('perfil_completado', new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_rebote(p_correo text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO interno.rebotes AS r (user_id)  SELECT users.id
            FROM auth.users
           WHERE (users.email = lower(anotar_rebote.p_correo)) ON CONFLICT(user_id) DO UPDATE SET veces = (r.veces + 1), ultimo_en = now();
END;

CREATE OR REPLACE FUNCTION interno.anotar_resena_cambiada()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.editado_en is distinct from old.editado_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_editada', new.buscador_id, new.maestro_id,
      jsonb_build_object('resena_id', new.id, 'puntuacion', new.puntuacion));
  end if;
  if new.respondido_en is distinct from old.respondido_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_respondida', new.maestro_id, new.buscador_id, jsonb_build_object('resena_id', new.id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_resenas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'resena_escrita', buscador_id, maestro_id, jsonb_build_object('resena_id', id, 'puntuacion', puntuacion)
  from nuevas;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_respuestas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  v_maestros uuid[];
begin
  -- Nearly every message ends here: it is the seeker's, or the chat has its first answer.
  if not exists (
    select from nuevos n where exists (
      select from public.chats c where c.id = n.chat_id and c.maestro_id = n.autor_id)
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
  ) then
    return null;
  end if;
  with primeras as (
    select distinct on (n.chat_id) n.chat_id, c.maestro_id, c.buscador_id, n.creado_en, n.secuencia
    from nuevos n join public.chats c on c.id = n.chat_id and c.maestro_id = n.autor_id
    where not n.bloqueado and n.tipo <> 'contacto'
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
    order by n.chat_id, n.secuencia
  ), anotadas as (
    insert into interno.primeras_respuestas (chat_id, maestro_id, minutos, respondido_en)
    select p.chat_id, p.maestro_id, interno.minutos_contados(q.creado_en, p.creado_en), p.creado_en
    from primeras p
    left join lateral (
      select m.creado_en from public.mensajes m
      where m.chat_id = p.chat_id and not m.bloqueado and m.secuencia < p.secuencia
        and m.autor_id = p.buscador_id and m.tipo <> 'contacto'
      order by m.secuencia limit 1
    ) q on true
    on conflict (chat_id) do nothing
    returning maestro_id, minutos
  )
  select array_agg(distinct a.maestro_id) into v_maestros from anotadas a where a.minutos is not null;
  if v_maestros is not null then
    perform interno.recalcular_respuestas(v_maestros);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anotar_verificaciones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_cambios text[];
  v_enviados text[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.que), array_agg(c.que) filter (where c.ahora is not null) into v_cambios, v_enviados
    from (values
      ('ine', new.ine_url, old.ine_url),
      ('nombre', new.nombre || E'\n' || new.apellido, old.nombre || E'\n' || old.apellido),
      ('foto', new.foto_perfil_url, old.foto_perfil_url),
      ('curp', new.curp, old.curp),
      ('domicilio', new.domicilio, old.domicilio)
    ) c (que, ahora, antes)
    where c.ahora is distinct from c.antes;
    update interno.verificaciones v set estado = 'pendiente'
    where v.maestro_id = new.id and (
      new.eliminada_en is not null and v.estado <> 'pendiente'
      or case v.estado
        when 'verificado' then not case v.tipo
          when 'ine' then new.ine_verificado when 'curp' then new.curp_verificado else new.domicilio_verificado end
        when 'en_revision' then interno.correcciones_de(v.tipo) && v_cambios
        when 'rechazado' then v.corrige_con && v_enviados
      end);
  end if;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, decidido_en)
  select new.id, d.tipo, 'verificado', now()
  from (values
    ('ine', new.ine_verificado), ('curp', new.curp_verificado), ('domicilio', new.domicilio_verificado)
  ) d (tipo, verificado)
  where d.verificado
  on conflict (maestro_id, tipo) do update set
    estado = 'verificado', motivo = null, corrige_con = null, decidido_por = null, decidido_en = now(),
    documentos_retirados_en = null
  where v.estado <> 'verificado';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.antes_de_guardar_maestro()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    -- A changed datum is no longer verified. The identity document has the name and the face, so a new name or photo needs a
    -- new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)
        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);
    new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;
    new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;
  end if;
  -- Editing may empty references, trades and boroughs of a complete profile, and no other datum.
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = 'UPDATE' and old.perfil_completo and num_nulls(
      new.telefono, new.descripcion, new.foto_perfil_url, new.ine_url, new.curp, new.domicilio) = 0);
  new.reputacion_nivel := interno.nivel_de_reputacion(
    new.ine_verificado, new."reseñas_confirmadas", new.promedio_calificacion);
  return new;
end $function$;
grant execute on function interno.antes_de_guardar_maestro() to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.anunciar_en_directorio()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.encolar('queue-search-alerts', jsonb_build_object('alcaldia', n.alcaldia, 'oficio', n.oficio))
  from (select distinct alcaldia, oficio from nuevas) n
  where exists (
    select from interno.avisos_de_busqueda a
    where a.alcaldia = n.alcaldia collate "es-x-icu" and a.oficio = n.oficio collate "es-x-icu" and a.encolado_en is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.anunciar_resena(r public.resenas)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select interno.encolar('announce-review', jsonb_build_object(
    'id', r.id, 'buscador_id', r.buscador_id, 'maestro_id', r.maestro_id, 'oculta', r.oculta))
$function$;

CREATE OR REPLACE FUNCTION interno.aplicar_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Also when the account is restored: a sign-in that ran at the time of the suspension may have left a session.
  delete from auth.sessions where user_id = new.id;
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  if new.suspendido_en is not null then
    update public.chats c set pausado_en = now()
    where new.id in (c.buscador_id, c.maestro_id) and c.pausado_en is null;
  else
    update public.chats c set pausado_en = null
    where new.id in (c.buscador_id, c.maestro_id) and not exists (
      select from public.profiles p
      where p.id = case new.id when c.buscador_id then c.maestro_id else c.buscador_id end
        and p.suspendido_en is not null and p.eliminada_en is null);
  end if;
  -- Whoever suspends may run in another process than the live sockets. The job reaches them.
  perform interno.encolar('announce-suspension', jsonb_build_object('persona', new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.aplicar_verificacion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The trigger maestros_are_put_in_order derives the reputation from these flags, in this transaction.
  update public.maestros m set
    ine_verificado = case new.tipo when 'ine' then new.estado = 'verificado' else m.ine_verificado end,
    curp_verificado = case new.tipo when 'curp' then new.estado = 'verificado' else m.curp_verificado end,
    domicilio_verificado =
      case new.tipo when 'domicilio' then new.estado = 'verificado' else m.domicilio_verificado end
  where m.id = new.maestro_id
    and (new.estado = 'verificado') is distinct from case new.tipo
      when 'ine' then m.ine_verificado when 'curp' then m.curp_verificado else m.domicilio_verificado end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.aviso_en_espera(a interno.avisos_de_busqueda)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((((a).encolado_en IS NULL) OR ((a).encolado_en < (now() - '2 days'::interval))) AND (EXISTS (SELECT FROM public.profiles p WHERE ((p.id = (aviso_en_espera.a).buscador_id) AND (p.suspendido_en IS NULL)))));

CREATE OR REPLACE FUNCTION interno.aviso_sin_leer(p_persona uuid, p_chat uuid, OUT debido boolean, OUT en_linea boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.cerrado_en is null and c.pausado_en is null and c.bloqueado_en is null and p.suspendido_en is null
      and case p_persona when c.maestro_id then c.no_leidos_maestro else c.no_leidos_buscador end > 0
      and interno.quiere_correo(p_persona, 'correo_mensajes'),
    interno.esta_en_linea(p_persona)
  from public.chats c join public.profiles p on p.id = p_persona
  where c.id = p_chat and p_persona in (c.buscador_id, c.maestro_id)
$function$;

CREATE OR REPLACE FUNCTION interno.borrar_cuenta(p_id uuid, OUT borrada boolean, OUT objetos text[], OUT conversaciones jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_patron text;
begin
  borrada := false;
  objetos := '{}';
  conversaciones := '[]';
  -- Acts that hold the profile and then refer to the account are completed first, so this lock does not refuse them.
  perform from auth.users where id = p_id for no key update;
  -- No stronger lock: a sender holds a chat and then refers to the author's profile.
  perform from public.profiles where id = p_id and eliminada_en is null for no key update;
  if not found then
    return;
  end if;
  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
  perform from public.chats where p_id in (buscador_id, maestro_id) order by id for no key update;
  borrada := true;
  v_patron := interno.patron_de_datos_personales(p_id);
  perform interno.borrar_trabajos(p_id);
  perform interno.borrar_reportes_y_bloqueos(p_id, v_patron);

  -- Blocked messages were not delivered, so they belong to the author only.
  delete from public.mensajes where autor_id = p_id and bloqueado;
  update public.mensajes set contenido = null, duracion_ms = null, picos = null
  where autor_id = p_id and tipo <> 'texto';
  update public.mensajes set contenido = interno.sin_datos_personales(contenido, v_patron, 1, 4000)
  where autor_id = p_id and contenido is distinct from interno.sin_datos_personales(contenido, v_patron, 1, 4000);
  update public.chats c set
    cerrado_en = coalesce(c.cerrado_en, now()),
    ultimo_mensaje_contenido = (select m.contenido from public.mensajes m where m.id = c.ultimo_mensaje_id)
  where p_id in (c.buscador_id, c.maestro_id);

  update public.accesos_contacto set detalle = interno.sin_datos_personales(detalle, v_patron, 10, 200)
  where buscador_id = p_id;
  update public.resenas set comentario = interno.sin_datos_personales(comentario, v_patron, 10, 1000)
  where buscador_id = p_id
    and comentario is distinct from interno.sin_datos_personales(comentario, v_patron, 10, 1000);
  update public.resenas set respuesta = interno.sin_datos_personales(respuesta, v_patron, 1, 1000)
  where maestro_id = p_id
    and respuesta is distinct from interno.sin_datos_personales(respuesta, v_patron, 1, 1000);
  update public.tickets set estado = 'resuelto', usuario_id = null, nombre = null, correo = null, mensaje = null, imagenes_url = '{}'
  where usuario_id = p_id;

  update public.maestros set
    eliminada_en = now(), nombre = null, apellido = null, telefono = null, alcaldia = null, descripcion = null,
    foto_perfil_url = null, ine_url = null, curp = null, domicilio = null,
    referencia1_nombre_cliente = null, referencia1_descripcion_trabajo = null, referencia1_numero_referencia = null,
    referencia2_nombre_cliente = null, referencia2_descripcion_trabajo = null, referencia2_numero_referencia = null,
    terminos_aceptados = false, fecha_aceptacion = null,
    ine_verificado = false, curp_verificado = false, domicilio_verificado = false
  where id = p_id;
  delete from public.maestro_oficios where maestro_id = p_id;
  delete from public.maestro_alcaldias where maestro_id = p_id;

  with borrados as (
    delete from storage.objects where owner = p_id returning coalesce(key, bucket_id || '/' || name) as lugar
  ), anotados as (
    insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
  )
  select coalesce(array_agg(lugar), '{}') into objetos from borrados;

  update public.profiles set
    eliminada_en = now(), suspendido_en = case when interno.se_cierra(p_id) then now() else coalesce(suspendido_en, now()) end, nombre = null, apellido = null,
    display_name = null, terminos_aceptados = false, fecha_aceptacion = null
  where id = p_id;
  delete from auth.users where id = p_id;

  select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') into conversaciones
  from public.chats c where p_id in (c.buscador_id, c.maestro_id);
end $function$;

CREATE OR REPLACE FUNCTION interno.borrar_fotos(p_objetos text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with borrados as (
    delete from storage.objects where bucket_id = 'chat-media' and name = any (p_objetos)
    returning coalesce(key, bucket_id || '/' || name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
$function$;

CREATE OR REPLACE FUNCTION interno.borrar_reportes_y_bloqueos(p_id uuid, p_patron text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.bloqueos where p_id in (bloqueador_id, bloqueado_id);
  -- A report stays for operators, also because of the other person. Whatever names the erased person in it is masked.
  update interno.reportes set
    texto = interno.sin_datos_personales(texto, p_patron, 10, 1000),
    nota = interno.sin_datos_personales(nota, p_patron, 10, 500)
  where p_id in (reportante_id, reportado_id);
  update interno.reporte_mensajes m set
    contenido = case
      when m.tipo in ('texto', 'contacto') then interno.sin_datos_personales(m.contenido, p_patron, 1, 4000)
      when m.autor_id <> p_id then m.contenido
    end
  where m.reporte_id in (select r.id from interno.reportes r where p_id in (r.reportante_id, r.reportado_id));
end $function$;

CREATE OR REPLACE FUNCTION interno.borrar_respuestas_de_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from interno.ticket_respuestas where ticket_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.borrar_trabajos(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from graphile_worker._private_jobs where locked_at is null and payload::text like '%' || p_id || '%'
$function$;

CREATE OR REPLACE FUNCTION interno.busquedas_con_avisos_en_espera()
 RETURNS TABLE(alcaldia text, oficio text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT DISTINCT t.alcaldia,
     t.oficio
    FROM (interno.avisos_de_busqueda a
      JOIN interno.directorio_totales t ON (((t.alcaldia = (a.alcaldia COLLATE "default")) AND (t.oficio = (a.oficio COLLATE "default")) AND (t.total > 0))))
   WHERE interno.aviso_en_espera(a.*);
END;

CREATE OR REPLACE FUNCTION interno.cambiar_bloqueo(p_quien uuid, p_a_quien uuid, p_bloquear boolean, OUT permitido boolean, OUT chat public.chats)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  permitido := interno.puede_senalar(p_quien, p_a_quien);
  if not permitido then
    return;
  end if;
  -- The profiles before the pair, which is the order of every writer of chats and accesses.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.cerrar_par(p_quien, p_a_quien);
  if p_bloquear then
    insert into public.bloqueos (bloqueador_id, bloqueado_id) values (p_quien, p_a_quien) on conflict do nothing;
  else
    delete from public.bloqueos where bloqueador_id = p_quien and bloqueado_id = p_a_quien;
  end if;
  select c.* into chat from public.chats c
  where (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien));
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_disponibilidad(p_maestro uuid, p_estado text, p_hasta date, p_minimo integer, p_maximo integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return 'sin_maestro';
  end if;
  if p_estado = 'normal' then
    delete from interno.disponibilidad where maestro_id = p_maestro;
    return 'hecho';
  end if;
  if p_estado = 'pausa' and (p_hasta is null or p_hasta not between v_hoy + p_minimo and v_hoy + p_maximo) then
    return 'fuera';
  end if;
  insert into interno.disponibilidad as d (maestro_id, disponible_el, pausa_hasta)
  values (p_maestro, case p_estado when 'disponible' then v_hoy end, case p_estado when 'pausa' then p_hasta end)
  on conflict (maestro_id) do update set disponible_el = excluded.disponible_el, pausa_hasta = excluded.pausa_hasta
  where (d.disponible_el, d.pausa_hasta) is distinct from (excluded.disponible_el, excluded.pausa_hasta);
  return 'hecho';
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_en_funcion(p_funcion regprocedure, p_antes text, p_despues text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_texto constant text := pg_get_functiondef(p_funcion);
begin
  if strpos(v_texto, p_antes) = 0 then
    raise exception 'the function % does not contain: %', p_funcion, p_antes;
  end if;
  execute replace(v_texto, p_antes, p_despues);
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_estado_de_ticket(p_operador uuid, p_ticket uuid, p_estado text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
begin
  if v_ticket.estado = p_estado then
    return false;
  end if;
  update public.tickets set estado = p_estado where id = p_ticket;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'cambiar_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', p_estado));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_fotos(p_resena uuid, p_autor uuid, p_fotos text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Objects are locked before the rows that name them, as the removal of an object does.
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and (
    o.name = any (p_fotos) or o.name in (select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena))
  order by o.name for no key update;
  if exists (select from interno.fotos_de_resena f where f.objeto = any (p_fotos) and f.resena_id <> p_resena) then
    raise exception 'Esa foto ya está en otra reseña.' using errcode = 'PT422', detail = 'fotos';
  end if;
  delete from interno.fotos_de_resena f where f.resena_id = p_resena and f.objeto <> all (p_fotos);
  insert into interno.fotos_de_resena (objeto, resena_id, orden)
  select u.objeto, p_resena, u.orden from unnest(p_fotos) with ordinality u (objeto, orden)
  on conflict (objeto) do update set orden = excluded.orden where fotos_de_resena.orden <> excluded.orden;
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_nivel(p_operador uuid, p_cuenta uuid, p_nivel text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Two operators who take the level from each other at once would leave nobody with it.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  perform interno.exigir_nivel(p_operador, 'responsable');
  perform interno.exigir_cuenta_de_operador(p_cuenta);
  if coalesce((select nivel from interno.operadores where operador_id = p_cuenta), 'revisor') = p_nivel then
    return false;
  end if;
  insert into interno.operadores (operador_id, nivel) values (p_cuenta, p_nivel)
  on conflict (operador_id) do update set nivel = excluded.nivel;
  if not interno.hay_responsable() then
    raise exception 'The last operator of the level responsable keeps it' using errcode = 'PT422', detail = 'ultimo_responsable';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cambiar_nivel', p_cuenta, jsonb_build_object('nivel', p_nivel));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.cambiar_suspension(p_operador uuid, p_persona uuid, p_suspender boolean, p_motivo text, p_mensaje text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_mensaje constant text := interno.exigir_mensaje(p_mensaje);
  v_suspendida boolean;
  v_evento bigint;
begin
  perform interno.exigir_nivel(p_operador, 'responsable');
  if p_operador = p_persona then
    raise exception 'Operators cannot suspend themselves' using errcode = 'PT422', detail = 'propia';
  end if;
  select suspendido_en is not null into v_suspendida from public.profiles
  where id = p_persona and eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  v_suspendida := v_suspendida and not interno.se_cierra(p_persona);
  if v_suspendida = p_suspender then
    return false;
  end if;
  update interno.cierres set suspendida = p_suspender where cuenta_id = p_persona;
  if not found then
    update public.profiles set suspendido_en = case when p_suspender then now() end where id = p_persona;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, case when p_suspender then 'suspender' else 'restaurar' end, p_persona,
    jsonb_build_object('motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre)
  values (case when p_suspender then 'cuenta_suspendida' else 'cuenta_restaurada' end, p_operador, p_persona)
  returning id into v_evento;
  -- The person is in the payload, so that erasing the account finds this job.
  perform interno.encolar(
    'send-suspension-mail',
    jsonb_strip_nulls(jsonb_build_object('evento', v_evento, 'userId', p_persona, 'mensaje', v_mensaje)));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.celda(p_verificada boolean, p_nivel text, p_promedio numeric)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((p_verificada)::integer * 33) + (interno.numero_de_nivel(p_nivel) * 11)))::numeric + floor((p_promedio * (2)::numeric))))::smallint;

CREATE OR REPLACE FUNCTION interno.cerrar_chats_de_persona()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.cerrar_cuenta(p_cuenta uuid, p_sesion uuid, p_dias integer, p_minutos integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_borrar_en timestamptz;
begin
  perform from public.profiles where id = p_cuenta for no key update;
  perform from auth.sessions
  where id = p_sesion and user_id = p_cuenta and method = 'password'
    and created_at > now() - make_interval(mins => p_minutos);
  if not found then
    return null;
  end if;
  insert into interno.cierres (cuenta_id, borrar_en) values (p_cuenta, now() + make_interval(days => p_dias))
  on conflict (cuenta_id) do nothing
  returning borrar_en into v_borrar_en;
  if v_borrar_en is null then
    return null;
  end if;
  update public.profiles set suspendido_en = now() where id = p_cuenta and suspendido_en is null;
  perform interno.encolar('send-closing-mail', jsonb_build_object('userId', p_cuenta));
  insert into interno.eventos (tipo, quien) values ('cierre_pedido', p_cuenta);
  return v_borrar_en;
end $function$;

CREATE OR REPLACE FUNCTION interno.cerrar_par(p_una uuid, p_otra uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('par:' || least(p_una, p_otra) || greatest(p_una, p_otra), 0))
$function$;

CREATE OR REPLACE FUNCTION interno.cerrar_reporte(p_operador uuid, p_reporte bigint, p_nota text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_nota constant text := interno.exigir_motivo(p_nota);
  v_reporte interno.reportes;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte for no key update;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  if v_reporte.cerrado_en is not null then
    return false;
  end if;
  update interno.reportes set cerrado_en = now(), cerrado_por = p_operador, nota = v_nota where id = p_reporte;
  -- The note is not copied into the audit, which is never changed: a note may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cerrar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  perform interno.encolar(
    'send-report-closed', jsonb_build_object('reporte', p_reporte, 'userId', v_reporte.reportante_id));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.cerrar_sesiones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.cerrar_totales(p_alcaldias text[], p_oficios text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO interno.directorio_totales AS t (alcaldia, oficio, total)  SELECT DISTINCT a.nombre,
             o.nombre,
             0
            FROM unnest(cerrar_totales.p_alcaldias) a(nombre),
             unnest(cerrar_totales.p_oficios) o(nombre)
           ORDER BY a.nombre, o.nombre ON CONFLICT(alcaldia, oficio) DO UPDATE SET total = t.total
   WHERE false;
END;

CREATE OR REPLACE FUNCTION interno.cerrar_trabajos(p_proceso text, p_hechos bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform interno.soltar_trabajos(p_proceso);
  perform graphile_worker.complete_jobs(p_hechos);
  perform pg_notify('jobs:insert', '{"count": 1}');
end $function$;

CREATE OR REPLACE FUNCTION interno.cerrojo_de_trabajos()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 727374;

CREATE OR REPLACE FUNCTION interno.chip_de_nivel(p_nivel text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_nivel WHEN 'experto'::text THEN 'Experto'::text WHEN 'confianza_comprobada'::text THEN 'Confianza comprobada'::text ELSE 'Nuevo'::text END;

CREATE OR REPLACE FUNCTION interno.clave_recomendado(p_verificada boolean, p_nivel text, p_promedio numeric, p_cantidad integer, p_activo date)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN (- ((((((((p_verificada)::integer)::bigint * 3) + interno.numero_de_nivel(p_nivel)) * 10000) + (round((((((5)::numeric * 3.8) + (p_promedio * (p_cantidad)::numeric)) / ((5 + p_cantidad))::numeric) * (1000)::numeric)))::bigint) * 1000000) + GREATEST(0, (p_activo - '2020-01-01'::date))));

CREATE OR REPLACE FUNCTION interno.completar_maestros()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.maestros m set actualizado_en = now()
  where m.id in (select distinct maestro_id from nuevas) and not m.perfil_completo;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.completar_onboarding(p_maestro uuid, p_datos jsonb, p_trabajo text, p_intentos integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_fuera text;
begin
  perform from public.profiles where id = p_maestro for no key update;
  -- A change that completes the profile at the same time is completed first.
  perform from public.maestros where id = p_maestro for no key update;
  if exists (select from public.maestros where id = p_maestro and perfil_completo) then
    return;
  end if;

  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  where not exists (select from public.oficios_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'El oficio % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'oficio';
  end if;
  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  where not exists (select from public.alcaldias_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'La alcaldía % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'alcaldia';
  end if;

  -- Before the profile is complete, so that this changes no total of the directory.
  delete from public.maestro_oficios where maestro_id = p_maestro;
  delete from public.maestro_alcaldias where maestro_id = p_maestro;
  insert into public.maestros as m (
    id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
    terminos_aceptados, fecha_aceptacion)
  select p.id, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}', p_datos #>> '{datos,telefono}',
    p_datos #>> '{alcaldias,0}', p_datos ->> 'descripcion', p_datos ->> 'selfie', p_datos ->> 'ine',
    p_datos ->> 'curp', p_datos ->> 'domicilio',
    p_datos #>> '{referencia1,nombre_cliente}', p_datos #>> '{referencia1,descripcion_trabajo}',
    p_datos #>> '{referencia1,numero_referencia}',
    p_datos #>> '{referencia2,nombre_cliente}', p_datos #>> '{referencia2,descripcion_trabajo}',
    p_datos #>> '{referencia2,numero_referencia}',
    p.terminos_aceptados, p.fecha_aceptacion
  from public.profiles p where p.id = p_maestro
  on conflict (id) do update set
    nombre = excluded.nombre, apellido = excluded.apellido, telefono = excluded.telefono, alcaldia = excluded.alcaldia,
    descripcion = excluded.descripcion, foto_perfil_url = excluded.foto_perfil_url, ine_url = excluded.ine_url,
    curp = excluded.curp, domicilio = excluded.domicilio,
    referencia1_nombre_cliente = excluded.referencia1_nombre_cliente,
    referencia1_descripcion_trabajo = excluded.referencia1_descripcion_trabajo,
    referencia1_numero_referencia = excluded.referencia1_numero_referencia,
    referencia2_nombre_cliente = excluded.referencia2_nombre_cliente,
    referencia2_descripcion_trabajo = excluded.referencia2_descripcion_trabajo,
    referencia2_numero_referencia = excluded.referencia2_numero_referencia,
    terminos_aceptados = excluded.terminos_aceptados, fecha_aceptacion = excluded.fecha_aceptacion;

  -- The order of insertion is the order of choosing: the first is the main one.
  insert into public.maestro_oficios (maestro_id, oficio)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  order by e.lugar;
  insert into public.maestro_alcaldias (maestro_id, alcaldia)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  order by e.lugar;

  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  select p_maestro, tipo, p_datos ->> tipo from unnest('{ine_reverso,comprobante_domicilio}'::text[]) tipo
  where p_datos ->> tipo <> ''
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;

  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');
  delete from interno.borradores where maestro_id = p_maestro;
  if not exists (select from public.maestros where id = p_maestro and perfil_completo) then
    raise exception 'The onboarding did not complete the profile';
  end if;
  perform interno.dar_bienvenida(p_maestro, p_trabajo, p_intentos);
end $function$;

CREATE OR REPLACE FUNCTION interno.componer_nombres()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
  v_nombre text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    v_nombre := normalize(v_nueva ->> v_columna, NFC);
    if v_nombre is null then
      continue;
    end if;
    if v_nombre = normalize(v_vieja ->> v_columna, NFC) then
      v_nombre := v_vieja ->> v_columna;
    elsif not interno.es_nombre_legible(v_nombre) then
      raise exception '% tiene acentos o signos sueltos que no se pueden leer. Escríbelo de nuevo, solo con letras.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
    if v_nombre <> v_nueva ->> v_columna then
      new := jsonb_populate_record(new, jsonb_build_object(v_columna, v_nombre));
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.conservar_cuenta(p_cuenta uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles where id = p_cuenta for no key update;
  delete from interno.cierres where cuenta_id = p_cuenta and not suspendida and borrando_en is null;
  if not found then
    return exists (select from public.profiles where id = p_cuenta and suspendido_en is null);
  end if;
  update public.profiles set suspendido_en = null where id = p_cuenta;
  insert into interno.eventos (tipo, quien) values ('cierre_deshecho', p_cuenta);
  perform interno.encolar('send-kept-mail', jsonb_build_object('userId', p_cuenta));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.consultar_cuenta(p_operador uuid, p_cuenta uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'id', p.id, 'correo', u.email, 'nombre', p.display_name, 'rol', p.role, 'telefono', m.telefono,
    'creada_en', p.creado_en, 'confirmada_en', u.email_confirmed_at, 'eliminada_en', p.eliminada_en,
    'suspendida_en', case when not interno.se_cierra(p.id) and p.eliminada_en is null then p.suspendido_en end,
    'cierre', (
      select jsonb_build_object('pedido_en', c.pedido_en, 'borrar_en', c.borrar_en)
      from interno.cierres c where c.cuenta_id = p.id),
    'sesiones', (select count(*) from auth.sessions s where s.user_id = p.id),
    'maestro', case when m.eliminada_en is null and m.id is not null then jsonb_build_object(
      'completo', m.perfil_completo,
      'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e)) end,
    'reportes_enviados', interno.resumen_de_reportes(p.id, null),
    'reportes_recibidos', interno.resumen_de_reportes(null, p.id),
    'tickets', (
      select jsonb_build_object('total', count(*), 'abiertos', coalesce(
        jsonb_agg(t.id order by t.creado_en desc) filter (where t.estado <> 'resuelto'), '[]'))
      from public.tickets t where t.usuario_id = p.id),
    'resenas', jsonb_build_object(
      'escritas', (select count(*) from public.resenas r where r.buscador_id = p.id),
      'recibidas', (select count(*) from public.resenas r where r.maestro_id = p.id)))
  into v_visto
  from public.profiles p
  left join auth.users u on u.id = p.id
  left join public.maestros m on m.id = p.id
  where p.id = p_cuenta;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar_cuenta', p_cuenta);
  return v_visto;
end $function$;

CREATE OR REPLACE FUNCTION interno.consultar_reporte(p_operador uuid, p_reporte bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_reporte interno.reportes;
  v_mensajes jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'autor_id', m.autor_id, 'tipo', m.tipo, 'contenido', m.contenido, 'creado_en', m.creado_en, 'objeto', o.name)
    order by m.creado_en, m.mensaje_id), '[]')
  into v_mensajes
  from interno.reporte_mensajes m
  left join storage.objects o on m.tipo not in ('texto', 'contacto') and o.bucket_id = 'chat-media'
    and o.name = storage.name_in('chat-media', m.contenido) and starts_with(o.name, v_reporte.chat_id || '/')
  where m.reporte_id = p_reporte;
  if v_mensajes <> '[]' then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  end if;
  return v_mensajes;
end $function$;

CREATE OR REPLACE FUNCTION interno.consultar_ticket(p_operador uuid, p_ticket uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_usuario uuid;
begin
  perform interno.exigir_operador(p_operador);
  select usuario_id into v_usuario from public.tickets where id = p_ticket;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  -- Of an erased account nothing is left to read.
  if v_usuario is not null then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_ticket', v_usuario, jsonb_build_object('ticket', p_ticket));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.consultar_verificacion(p_operador uuid, p_maestro uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'version', interno.version_de_datos(m.id),
    'id', m.id, 'correo', u.email, 'nombre', m.nombre, 'apellido', m.apellido, 'curp', m.curp, 'domicilio', m.domicilio,
    'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e),
    'documentos', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from interno.documentos_de(m.id) d),
    'misma_curp', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'correo', ou.email, 'nombre', o.nombre, 'apellido', o.apellido) order by o.creado_en, o.id), '[]')
      from public.maestros o join auth.users ou on ou.id = o.id
      where o.curp = m.curp and o.id <> m.id))
  into v_visto
  from public.maestros m join auth.users u on u.id = m.id
  where m.id = p_maestro and m.eliminada_en is null;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'consultar', p_maestro, jsonb_build_object('version', v_visto -> 'version'));
  return v_visto - 'version';
end $function$;

CREATE OR REPLACE FUNCTION interno.contacto_abierto(p_maestro uuid, p_lector uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM interno.contactos_abiertos(contacto_abierto.p_lector) abierto(id) WHERE (abierto.id = contacto_abierto.p_maestro)));

CREATE OR REPLACE FUNCTION interno.contacto_visible(p_maestro uuid, p_lector uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM interno.contactos_visibles(contacto_visible.p_lector) visible(id) WHERE (visible.id = contacto_visible.p_maestro)));

CREATE OR REPLACE FUNCTION interno.contactos_abiertos(p_lector uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT accesos_contacto.maestro_id
    FROM public.accesos_contacto
   WHERE (accesos_contacto.buscador_id = contactos_abiertos.p_lector)
 UNION ALL
  SELECT contactos_abiertos.p_lector AS p_lector
   WHERE (contactos_abiertos.p_lector IS NOT NULL);
END;

CREATE OR REPLACE FUNCTION interno.contactos_visibles(p_lector uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT abierto.id
    FROM interno.contactos_abiertos(contactos_visibles.p_lector) abierto(id)
   WHERE (NOT (EXISTS ( SELECT
            FROM public.bloqueos
           WHERE ((bloqueos.bloqueador_id = abierto.id) AND (bloqueos.bloqueado_id = contactos_visibles.p_lector)))));
END;

CREATE OR REPLACE FUNCTION interno.contar_contactos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from nuevas group by 1, 2 order by 1, 2
    ) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, -d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from viejas group by 1, 2 order by 1, 2
    ) d;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_directorio()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  if tg_op = 'INSERT' then
    for c in select alcaldia, oficio, celda, count(*)::int as delta from nuevas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  elsif tg_op = 'DELETE' then
    for c in select alcaldia, oficio, celda, -count(*)::int as delta from viejas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  else
    -- Most updates do not change the cell and therefore no counter.
    for c in
      select alcaldia, oficio, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, celda, -1 from viejas
      ) cambios
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_disponibles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, count(*)::int as delta
      from nuevas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, -count(*)::int as delta
      from viejas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  else
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, dia, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, disponible_el as dia, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, disponible_el, celda, -1 from viejas
      ) cambios
      where dia is not null group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4) c;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_resena_con_intercambio()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.contada := new.contada
    or interno.hubo_intercambio(new.buscador_id, new.maestro_id, coalesce(new.editado_en, new.creado_en));
  if new.contada then
    new.revisar_en := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_resenas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta));
  elsif tg_op = 'DELETE' then
    perform interno.sumar_resenas(array(
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  else
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta
      union all
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_stats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select coalesce(sum(c.visitas), 0), coalesce(sum(c.contactos), 0)
  into new.visitas_ultimos_30_dias, new.contactos_ultimos_30_dias
  from interno.cifras_diarias c
  where c.maestro_id = new.maestro_id and c.dia > interno.dia_de_la_ciudad(now()) - 30;
  new.actualizado_en := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.contar_vistas()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from nuevas group by 1, 2 order by 1, 2) d;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, -d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from viejas group by 1, 2 order by 1, 2) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (
      select maestro_id, dia, sum(n)::int as cuantas
      from (select maestro_id, dia, 1 as n from nuevas union all select maestro_id, dia, -1 from viejas) c
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    ) d;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.correcciones_de(p_tipo text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_tipo WHEN 'ine'::text THEN '{ine,reverso,nombre,foto}'::text[] WHEN 'domicilio'::text THEN '{domicilio,comprobante}'::text[] WHEN 'curp'::text THEN '{curp}'::text[] ELSE NULL::text[] END;

CREATE OR REPLACE FUNCTION interno.crear_operador(p_correo text, p_nombre text, p_apellido text, p_por uuid, p_nivel text DEFAULT 'revisor'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
  v_primero boolean;
begin
  -- Of two first operators that are made at once, the second waits and is then refused.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  v_primero := not interno.hay_responsable();
  if p_por is not null or not v_primero then
    perform interno.exigir_nivel(p_por, 'responsable');
  end if;
  insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  values (lower(btrim(p_correo)), '!', now(), jsonb_build_object('nombre', p_nombre, 'apellido', p_apellido))
  on conflict (email) do nothing
  returning id into v_id;
  if v_id is null then
    raise exception 'The e-mail has an account' using errcode = 'PT409', detail = 'correo';
  end if;
  update public.profiles set role = 'operador' where id = v_id;
  insert into interno.operadores (operador_id, nivel)
  values (v_id, case when v_primero then 'responsable' else p_nivel end);
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, v_id), 'crear_operador', v_id);
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION interno.crear_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  meta jsonb := new.raw_user_meta_data;
  v_nombre text := nullif(btrim(meta ->> 'nombre'), '');
  v_apellido text := nullif(btrim(meta ->> 'apellido'), '');
begin
  if meta ->> 'role' = 'operador' then
    raise exception 'A sign-up cannot make an operator' using errcode = '23514';
  end if;
  insert into public.profiles (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  values (
    new.id,
    v_nombre,
    v_apellido,
    coalesce(nullif(btrim(meta ->> 'display_name'), ''), nullif(concat_ws(' ', v_nombre, v_apellido), '')),
    meta ->> 'role',
    coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, false),
    (meta ->> 'fecha_aceptacion')::timestamptz
  );
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.cuentas_con_telefono(p_telefono text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.id from public.maestros m
  where right(regexp_replace(m.telefono, '\D', '', 'g'), 10) = right(regexp_replace(p_telefono, '\D', '', 'g'), 10)
  order by m.creado_en, m.id
$function$;

CREATE OR REPLACE FUNCTION interno.dar_acceso(p_operador uuid, p_por uuid, p_hash bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform interno.exigir_cuenta_de_operador(p_operador);
  perform interno.exigir_nivel(coalesce(p_por, p_operador), 'responsable');
  perform from auth.users where id = p_operador for no key update;
  delete from auth.sessions where user_id = p_operador;
  insert into interno.accesos_de_operador (operador_id, token_hash, vence_en)
  values (p_operador, p_hash, now() + interval '24 hours')
  on conflict (operador_id) do update set token_hash = excluded.token_hash, vence_en = excluded.vence_en;
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, p_operador), 'dar_acceso', p_operador);
end $function$;

CREATE OR REPLACE FUNCTION interno.dar_bienvenida(p_maestro uuid, p_trabajo text, p_intentos integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into interno.bienvenidas (cuenta_id) values (p_maestro) on conflict do nothing;
  if found then
    perform interno.encolar(p_trabajo, jsonb_build_object('userId', p_maestro), p_intentos);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.dar_bienvenida_al_confirmar()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if interno.rol_de(new.id) = 'buscador' then
    perform interno.dar_bienvenida(new.id, 'send-buscador-welcome-mail', 12);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.decidir_verificacion(p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text DEFAULT NULL::text, p_corrige_con text[] DEFAULT NULL::text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
  v_corrige constant text[] := case p_estado when 'rechazado' then coalesce(
    p_corrige_con, case p_tipo when 'ine' then '{ine,reverso}' else interno.correcciones_de(p_tipo) end) end;
  v_antes record;
  v_evento bigint;
begin
  perform interno.exigir_operador(p_operador);
  if p_tipo is null or p_tipo not in ('ine', 'curp', 'domicilio') then
    raise exception 'Unknown datum' using errcode = 'PT422', detail = 'tipo';
  end if;
  if p_estado is null or p_estado not in ('en_revision', 'verificado', 'rechazado') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';
  end if;
  if not (cardinality(v_corrige) > 0 and v_corrige <@ interno.correcciones_de(p_tipo)) then
    raise exception 'A rejection of this datum cannot end so' using errcode = 'PT422', detail = 'corrige_con';
  end if;
  select * into v_maestro from public.maestros m
  where m.id = p_maestro and m.eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  if (case p_tipo when 'ine' then v_maestro.ine_url when 'curp' then v_maestro.curp else v_maestro.domicilio end) is null then
    raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';
  end if;
  select v.estado, v.motivo, v.corrige_con, v.decidido_por into v_antes
  from (values (p_tipo)) d (tipo) left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo;
  if (v_antes.estado, v_antes.motivo, v_antes.corrige_con) is not distinct from (p_estado, v_motivo, v_corrige) then
    return false;
  end if;
  -- The decision of another operator is replaced only after a look at it: two may work through the same list.
  if v_antes.estado in ('verificado', 'rechazado') and v_antes.decidido_por <> p_operador and not exists (
    select from interno.auditoria a
    where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar' and a.id > (
      select max(d.id) from interno.auditoria d
      where d.sobre = p_maestro and d.acto in ('verificar', 'rechazar') and d.detalle ->> 'tipo' = p_tipo)
  ) then
    raise exception 'Another operator has decided' using errcode = 'PT409', detail = 'otro_operador';
  end if;
  if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then
    raise exception 'The operator has not seen these data' using errcode = 'PT409', detail = 'cambio';
  end if;
  if p_estado = 'verificado' and p_tipo <> 'curp' and not exists (
    select from interno.documentos_de(p_maestro) d
    where d.tipo = case p_tipo when 'ine' then 'ine' else 'comprobante_domicilio' end
  ) then
    raise exception 'The document is not stored'
      using errcode = 'PT409', detail = case p_tipo when 'ine' then 'sin_archivo' else 'sin_comprobante' end;
  end if;
  insert into interno.verificaciones (maestro_id, tipo, estado, motivo, corrige_con, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, v_corrige, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, corrige_con = excluded.corrige_con,
    decidido_por = excluded.decidido_por, decidido_en = excluded.decidido_en;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador,
    case p_estado when 'verificado' then 'verificar' when 'rechazado' then 'rechazar' else 'revisar' end,
    p_maestro,
    jsonb_strip_nulls(jsonb_build_object('tipo', p_tipo, 'antes', coalesce(v_antes.estado, 'pendiente'), 'motivo', v_motivo)));
  if v_decidido then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('verificacion_decidida', p_operador, p_maestro, jsonb_build_object('tipo', p_tipo, 'estado', p_estado))
    returning id into v_evento;
    perform interno.encolar('send-verification-mail', jsonb_build_object('evento', v_evento, 'userId', p_maestro));
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.dejar_correo(p_user uuid, p_columna text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not interno.quiere_aviso(p_user, p_columna) then
    return;
  end if;
  insert into public.preferencias_avisos as p
    (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas)
  select id, p_columna <> 'correo_mensajes', p_columna <> 'correo_contacto', p_columna <> 'correo_resenas',
    p_columna <> 'correo_busquedas'
  from auth.users where id = p_user
  on conflict (user_id) do update set
    correo_mensajes = p.correo_mensajes and excluded.correo_mensajes,
    correo_contacto = p.correo_contacto and excluded.correo_contacto,
    correo_resenas = p.correo_resenas and excluded.correo_resenas,
    correo_busquedas = p.correo_busquedas and excluded.correo_busquedas;
end $function$;

CREATE OR REPLACE FUNCTION interno.descartar_peticion_de_resena(p_buscador uuid, p_chat uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into interno.peticiones_de_resena as p (buscador_id, maestro_id, descartada_en)
  select c.buscador_id, c.maestro_id, now() from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador
  on conflict (buscador_id, maestro_id) do update set descartada_en = coalesce(p.descartada_en, excluded.descartada_en);
  return found;
end $function$;

CREATE OR REPLACE FUNCTION interno.descartar_trabajo(p_operador uuid, p_trabajo bigint, p_motivo text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_nombre text;
begin
  perform interno.exigir_operador(p_operador);
  select f.nombre into v_nombre from interno.trabajos_fallidos f where f.id = p_trabajo;
  if not found then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  perform graphile_worker.complete_jobs(array[p_trabajo]);
  insert into interno.auditoria (operador_id, acto, detalle)
  values (
    p_operador, 'descartar_trabajo', jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre, 'motivo', v_motivo));
end $function$;

CREATE OR REPLACE FUNCTION interno.dia_de_la_ciudad(p_momento timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN ((p_momento AT TIME ZONE 'America/Mexico_City'::text))::date;

CREATE OR REPLACE FUNCTION interno.dias_del_panel(p_maestro uuid, p_momento timestamp with time zone)
 RETURNS TABLE(dia date, visitas integer, contactos integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select d.dia, coalesce(c.visitas, 0), coalesce(c.contactos, 0)
  from (
    select interno.dia_de_la_ciudad(p_momento) - atras as dia from generate_series(0, 59) atras
  ) d
  left join interno.cifras_diarias c on c.maestro_id = p_maestro and c.dia = d.dia
    and c.dia > interno.dia_de_la_ciudad(p_momento) - 60 and c.dia <= interno.dia_de_la_ciudad(p_momento)
  order by d.dia
$function$;

CREATE OR REPLACE FUNCTION interno.direccion_de_objeto(p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ('/storage/v1/object/public/chat-media/'::text || p_name);

CREATE OR REPLACE FUNCTION interno.direcciones_de_fotos(p_resena uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ARRAY(SELECT interno.direccion_de_objeto(f.objeto) AS direccion_de_objeto FROM interno.fotos_de_resena f WHERE (f.resena_id = direcciones_de_fotos.p_resena) ORDER BY f.orden);

CREATE OR REPLACE FUNCTION interno.disponibilidad_de(p_maestro uuid, OUT disponible_el date, OUT pausa_hasta date)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT d.disponible_el,
     d.pausa_hasta
    FROM interno.disponibilidad d
   WHERE ((d.maestro_id = disponibilidad_de.p_maestro) AND ((d.disponible_el = interno.dia_de_la_ciudad(now())) OR (d.pausa_hasta > interno.dia_de_la_ciudad(now()))));
END;

CREATE OR REPLACE FUNCTION interno.documentos_de(p_maestro uuid)
 RETURNS TABLE(tipo text, objeto text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.tipo, o.name
  from public.maestros m
  cross join lateral (values
    (1, 'ine', interno.objeto_nombrado(m.ine_url)),
    (2, 'ine_reverso',
      (select r.objeto from public.maestro_documentos r where r.maestro_id = m.id and r.tipo = 'ine_reverso')),
    (3, 'selfie', interno.objeto_nombrado(m.foto_perfil_url)),
    (4, 'comprobante_domicilio',
      (select c.objeto from public.maestro_documentos c where c.maestro_id = m.id and c.tipo = 'comprobante_domicilio'))
  ) d (orden, tipo, objeto)
  join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = d.objeto
  where m.id = p_maestro
  order by d.orden
$function$;

CREATE OR REPLACE FUNCTION interno.edad_de_cuenta(p_persona uuid)
 RETURNS interval
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (now() - (SELECT COALESCE(u.email_confirmed_at, now()) AS "coalesce" FROM auth.users u WHERE (u.id = edad_de_cuenta.p_persona)));

CREATE OR REPLACE FUNCTION interno.eliminar_mensaje(p_autor uuid, p_mensaje uuid, p_minutos integer, OUT estado text, OUT mensaje jsonb, OUT chat jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v public.mensajes;
  v_posteriores integer;
begin
  select m.* into v from public.mensajes m
  where m.id = p_mensaje and m.autor_id = p_autor and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado;
  if not found then
    estado := 'desconocido';
    return;
  end if;
  -- The chat before the message, as every writer of messages does. The message is read again after the lock.
  perform from public.chats c where c.id = v.chat_id for no key update;
  select m.* into v from public.mensajes m where m.id = p_mensaje;
  if v.eliminado_en is null then
    if v.creado_en < now() - make_interval(mins => p_minutos) then
      estado := 'tarde';
      return;
    end if;
    update public.mensajes set contenido = null, ancho = null, alto = null, duracion_ms = null, picos = null, eliminado_en = now() where id = v.id;
    if v.tipo in ('imagen', 'audio')
      and not exists (
        select from interno.reportes p join interno.reporte_mensajes r on r.reporte_id = p.id
        where p.chat_id = v.chat_id and (r.mensaje_id = v.id or r.contenido = v.contenido))
      and not exists (select from public.mensajes m where m.chat_id = v.chat_id and m.contenido = v.contenido)
    then
      with borrado as (
        delete from storage.objects o
        where o.bucket_id = 'chat-media' and o.name = storage.name_in('chat-media', v.contenido)
          and starts_with(o.name, v.chat_id || '/')
        returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
      )
      insert into storage.leftovers (key) select lugar from borrado on conflict (key) do nothing;
    end if;
    select count(*) into v_posteriores from public.mensajes m
    where m.chat_id = v.chat_id and not m.bloqueado and m.secuencia > v.secuencia
      and m.autor_id = v.autor_id and m.eliminado_en is null;
    -- A preview of the type text without content stands for a deleted message. An unread message is no longer counted.
    update public.chats c set
      ultimo_mensaje_tipo = case when c.ultimo_mensaje_id = v.id then 'texto' else c.ultimo_mensaje_tipo end,
      ultimo_mensaje_contenido = case when c.ultimo_mensaje_id <> v.id then c.ultimo_mensaje_contenido end,
      no_leidos_buscador = c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v_posteriores < c.no_leidos_buscador)::integer,
      no_leidos_maestro = c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v_posteriores < c.no_leidos_maestro)::integer
    where c.id = v.chat_id;
  end if;
  estado := 'eliminado';
  select to_jsonb(m), to_jsonb(c) into mensaje, chat
  from public.mensajes m join public.chats c on c.id = m.chat_id
  where m.id = p_mensaje;
end $function$;

CREATE OR REPLACE FUNCTION interno.en_blanco(p_texto text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((p_texto ~ '^[\s\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]*$'::text), true);
grant execute on function interno.en_blanco(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.encolar(p_nombre text, p_datos jsonb DEFAULT '{}'::jsonb, p_intentos integer DEFAULT 12, p_desde timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select (graphile_worker.add_job(p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos,
    priority => interno.prioridad_de_trabajo(p_nombre))).id
$function$;

CREATE OR REPLACE FUNCTION interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_cuantos integer;
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select a.id from interno.avisos_de_busqueda a
      where a.alcaldia = p_alcaldia and a.oficio = p_oficio and interno.aviso_en_espera(a)
      order by a.id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id, buscador_id
  )
  select count(interno.encolar('send-search-alert', jsonb_build_object('aviso', id, 'userId', buscador_id)))
  into v_cuantos from elegidos;
  return v_cuantos;
end $function$;

CREATE OR REPLACE FUNCTION interno.encolar_borrados()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with vencidos as (
    update interno.cierres set borrando_en = now()
    where borrar_en <= now() and (borrando_en is null or borrando_en < now() - interval '1 day')
    returning cuenta_id
  )
  select count(interno.encolar('erase-account', jsonb_build_object('userId', cuenta_id)))::integer from vencidos
$function$;

CREATE OR REPLACE FUNCTION interno.encolar_con_clave(p_nombre text, p_datos jsonb, p_clave text, p_desde timestamp with time zone, p_intentos integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select graphile_worker.add_job(
    p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos, priority => interno.prioridad_de_trabajo(p_nombre),
    job_key => p_clave, job_key_mode => 'preserve_run_at')
$function$;

CREATE OR REPLACE FUNCTION interno.encolar_correo_de_contacto()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.encolar('send-contact-mail', jsonb_build_object('buscador', buscador_id, 'maestro', maestro_id))
  from nuevos where creado_en > now() - interval '1 hour';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.encolar_correo_de_resena()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.encolar('send-review-mail', jsonb_build_object('resena', id, 'maestro', maestro_id))
  from nuevas where creado_en > now() - interval '1 hour';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.encolar_push()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  perform interno.encolar_con_clave(
    'send-push', jsonb_build_object('suscripcion', d.id, 'chat', d.chat_id, 'userId', d.user_id),
    'push:' || d.id || ':' || d.chat_id, now() + interval '3 seconds', 8)
  from (
    select distinct s.id, s.user_id, n.chat_id
    from nuevos n
    join public.chats c on c.id = n.chat_id
    join interno.suscripciones_push s
      on s.user_id = case n.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end
    where not n.bloqueado
    order by n.chat_id, s.id
  ) d;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.encolar_sin_leer()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_cuantos integer;
begin
  with pendientes as materialized (
    select a.persona_id, a.chat_id, coalesce(e.debido, false) as debido, e.en_linea
    from interno.avisos_sin_leer a
    left join lateral interno.aviso_sin_leer(a.persona_id, a.chat_id) e on true
    where a.pendiente
    for update of a skip locked
  ), decididos as (
    update interno.avisos_sin_leer a set
      pendiente = false,
      hasta = case when p.debido then (
        select m.secuencia from public.mensajes m where m.chat_id = a.chat_id and not m.bloqueado
        order by m.secuencia desc limit 1) else a.hasta end
    from pendientes p
    where a.persona_id = p.persona_id and a.chat_id = p.chat_id and not (p.debido and p.en_linea)
    returning a.persona_id, a.chat_id, a.hasta, p.debido
  )
  select count(interno.encolar(
    'send-unread-mail', jsonb_build_object('persona', persona_id, 'chat', chat_id, 'hasta', hasta)))
  into v_cuantos from decididos where debido;
  return v_cuantos;
end $function$;

CREATE OR REPLACE FUNCTION interno.enviar_mensajes(p_envios jsonb)
 RETURNS TABLE(orden integer, estado text, mensaje jsonb, chat jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  v_chats constant uuid[] := array(
    select distinct (e ->> 'chat_id')::uuid from jsonb_array_elements(p_envios) e);
  v_archivos constant text[] := array(
    select e ->> 'contenido' from jsonb_array_elements(p_envios) e where e ->> 'tipo' <> 'texto');
begin
  perform from public.chats c where c.id = any (v_chats) order by c.id for no key update;
  if cardinality(v_archivos) > 0 then
    perform from storage.objects o where o.bucket_id = 'chat-media' and o.name = any (v_archivos)
    order by o.name for no key update;
  end if;
  -- A separate statement after the lock: it sees what was written while it waited.
  return query
  with envio as materialized (
    select gen_random_uuid() as id, e.*
    from jsonb_to_recordset(p_envios) as e (
      orden integer, sesion uuid, autor uuid, chat_id uuid, client_id uuid, tipo text, contenido text, respuesta_a uuid, duracion_ms integer, picos smallint[],
      -- Why it is blocked while the contact is locked, and once it is open.
      motivo_cerrado text, motivo_abierto text)
  ), juzgado as materialized (
    select e.*, to_jsonb(r) as repetido,
      case when e.motivo_cerrado is not distinct from e.motivo_abierto
        or interno.contacto_abierto(c.maestro_id, c.buscador_id) then e.motivo_abierto else e.motivo_cerrado
      end as motivo,
      coalesce(interno.impedimento(e.sesion, e.autor, null), case
        when c.id is null then 'sin_chat'
        when r.id is not null then 'repetido'
        when otro.suspendido_en is not null then 'sin_destino'
        when c.bloqueado_en is not null then 'par_bloqueado'
        when e.tipo = 'audio' and not interno.contacto_abierto(c.maestro_id, c.buscador_id) then 'contacto_cerrado'
        when e.tipo in ('imagen', 'audio') and not exists (
          select from storage.objects o
          where o.bucket_id = 'chat-media' and o.name = e.contenido
            and starts_with(o.mimetype, case e.tipo when 'imagen' then 'image/' else 'audio/' end)
            and o.owner = e.autor
            and starts_with(e.contenido, e.chat_id || '/')
        ) then 'sin_objeto'
        when e.respuesta_a is not null and not exists (
          select from public.mensajes o
          where o.id = e.respuesta_a and o.chat_id = e.chat_id and not o.bloqueado and o.tipo <> 'contacto'
        ) then 'sin_original'
        else 'escrito'
      end) as estado
    from envio e
    left join public.chats c on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)
    left join public.profiles otro
      on otro.id = case e.autor when c.maestro_id then c.buscador_id else c.maestro_id end
    left join public.mensajes r
      on r.chat_id = e.chat_id and r.autor_id = e.autor and r.client_id = e.client_id
  ), escrito as (
    insert into public.mensajes as m
      (id, chat_id, autor_id, tipo, contenido, creado_en, bloqueado, motivo_bloqueo, client_id, respuesta_a, duracion_ms, picos)
    select j.id, j.chat_id, j.autor, j.tipo, j.contenido, clock_timestamp(), j.motivo is not null, j.motivo, j.client_id, j.respuesta_a, j.duracion_ms, j.picos
    from (select * from juzgado where juzgado.estado = 'escrito' order by juzgado.orden) j
    returning m.*
  )
  select j.orden, j.estado, case j.estado when 'repetido' then j.repetido else to_jsonb(n) end, null::jsonb
  from juzgado j left join escrito n on n.id = j.id;
  return query
  select null::integer, null::text, null::jsonb, to_jsonb(c) from public.chats c where c.id = any (v_chats);
end $function$;

CREATE OR REPLACE FUNCTION interno.enviar_ticket(p_usuario uuid, p_datos jsonb, p_maximo integer, p_segundos integer, OUT estado text, OUT ticket uuid, OUT segundos integer)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_imagenes constant text[] := array(
    select e.nombre from jsonb_array_elements_text(p_datos -> 'imagenes') with ordinality e (nombre, orden) order by e.orden);
  v_propias integer;
begin
  -- Simultaneous tickets of one person wait for each other, so that all of them are counted and none is written twice.
  perform pg_advisory_xact_lock(hashtextextended('tickets:' || p_usuario, 0));
  -- A call whose answer was lost is sent again, with the same id or, by a client without ids, with the same contents.
  select t.id into ticket from public.tickets t
  where t.usuario_id = p_usuario and (
    t.client_id = (p_datos ->> 'client_id')::uuid
    or (t.creado_en > now() - interval '10 minutes'
      and t.nombre = p_datos ->> 'nombre' and t.correo = p_datos ->> 'correo' and t.mensaje = p_datos ->> 'mensaje'
      and t.imagenes_url = v_imagenes))
  order by t.creado_en desc limit 1;
  if found then
    estado := 'repetido';
    return;
  end if;
  -- The oldest of the newest p_maximo tickets decides when there is room again.
  select greatest(1, ceil(extract(epoch from t.creado_en + make_interval(secs => p_segundos) - now())))::integer
  into segundos
  from public.tickets t
  where t.usuario_id = p_usuario and t.creado_en > now() - make_interval(secs => p_segundos)
  order by t.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    estado := 'limite';
    return;
  end if;
  -- The profile before the files, as in interno.borrar_cuenta.
  perform from public.profiles where id = p_usuario for share;
  -- Locked, so that no picture is removed before the ticket marks it as shown.
  perform from storage.objects o
  where o.bucket_id = 'support-tickets' and o.name = any (v_imagenes) and o.owner = p_usuario
    and starts_with(o.name, p_usuario || '/')
  for no key update;
  get diagnostics v_propias = row_count;
  if v_propias <> cardinality(v_imagenes) then
    estado := 'sin_objeto';
    return;
  end if;
  insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url, client_id)
  values (
    p_usuario, p_datos ->> 'nombre', p_datos ->> 'correo', p_datos ->> 'mensaje', v_imagenes,
    (p_datos ->> 'client_id')::uuid)
  returning id into ticket;
  insert into interno.eventos (tipo, quien, datos) values ('ticket_enviado', p_usuario, jsonb_build_object('ticket', ticket));
  -- The person is in the payload, so that erasing the account finds these jobs.
  perform interno.encolar('send-ticket-received', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  perform interno.encolar('send-ticket-to-support', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  estado := 'escrito';
end $function$;

CREATE OR REPLACE FUNCTION interno.es_de_una_rafaga(r public.resenas)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT (count(*) >= 3) FROM (public.resenas x JOIN auth.users u ON ((u.id = x.buscador_id))) WHERE ((x.maestro_id = (es_de_una_rafaga.r).maestro_id) AND ((x.creado_en >= ((es_de_una_rafaga.r).creado_en - '01:00:00'::interval)) AND (x.creado_en <= ((es_de_una_rafaga.r).creado_en + '01:00:00'::interval))) AND (u.email_confirmed_at > (x.creado_en - '7 days'::interval))));

CREATE OR REPLACE FUNCTION interno.es_documento_de(p_tipo text, p_maestro uuid, p_objeto text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_tipo WHEN 'ine'::text THEN (starts_with(p_objeto, (('ine_'::text || p_maestro) || '_'::text)) OR starts_with(p_objeto, (('documentos/'::text || p_maestro) || '/ine'::text))) WHEN 'domicilio'::text THEN (starts_with(p_objeto, (('documentos/'::text || p_maestro) || '/'::text)) AND (NOT starts_with(p_objeto, (('documentos/'::text || p_maestro) || '/ine'::text)))) ELSE false END;

CREATE OR REPLACE FUNCTION interno.es_nombre_legible(p_nombre text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (p_nombre !~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]'::text);

CREATE OR REPLACE FUNCTION interno.es_operador(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.profiles WHERE ((profiles.id = es_operador.p_user) AND (profiles.role = 'operador'::text))));
grant execute on function interno.es_operador(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.esta_completo(m public.maestros)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((num_nulls((m).telefono, (m).descripcion, (m).foto_perfil_url, (m).ine_url, (m).curp, (m).domicilio) = 0) AND interno.referencia_valida((m).referencia1_nombre_cliente, (m).referencia1_descripcion_trabajo, (m).referencia1_numero_referencia) AND interno.referencia_valida((m).referencia2_nombre_cliente, (m).referencia2_descripcion_trabajo, (m).referencia2_numero_referencia) AND (EXISTS (SELECT FROM public.maestro_oficios WHERE (maestro_oficios.maestro_id = (esta_completo.m).id))) AND (EXISTS (SELECT FROM public.maestro_alcaldias WHERE (maestro_alcaldias.maestro_id = (esta_completo.m).id))));
grant execute on function interno.esta_completo(public.maestros) to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.esta_en_linea(p_persona uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM interno.en_linea WHERE ((en_linea.user_id = esta_en_linea.p_persona) AND (en_linea.visto_en > (now() - '00:02:30'::interval)))));

CREATE OR REPLACE FUNCTION interno.esta_suspendido(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.profiles WHERE ((profiles.id = esta_suspendido.p_user) AND (profiles.suspendido_en IS NOT NULL) AND (profiles.eliminada_en IS NULL) AND (NOT interno.se_cierra(esta_suspendido.p_user)))));
grant execute on function interno.esta_suspendido(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.estado_verificacion(p_maestro uuid)
 RETURNS TABLE(tipo text, estado text, motivo text, corrige_con text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.tipo, coalesce(v.estado, 'pendiente'), v.motivo, v.corrige_con
  from unnest('{ine,domicilio,curp}'::text[]) with ordinality d (tipo, orden)
  left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo
  order by d.orden
$function$;

CREATE OR REPLACE FUNCTION interno.etapa_de_cuenta(p_persona uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN CASE WHEN (interno.edad_de_cuenta(p_persona) < '24:00:00'::interval) THEN 'nueva'::text WHEN (interno.edad_de_cuenta(p_persona) < '7 days'::interval) THEN 'reciente'::text ELSE 'conocida'::text END;

CREATE OR REPLACE FUNCTION interno.exigir_cuenta_activa(p_cuenta uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if interno.esta_suspendido(p_cuenta) then
    raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
  end if;
  -- The account is being closed, or was erased.
  if exists (select from public.profiles where id = p_cuenta and suspendido_en is not null) then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_cuenta_de_operador(p_cuenta uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles where id = p_cuenta and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'The account is not of an active operator' using errcode = 'PT404', detail = 'no_operador';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_cuentas_vigentes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_personas constant uuid[] := array(
    select (to_jsonb(new) ->> columna)::uuid from unnest(tg_argv) columna);
begin
  perform from public.profiles where id = any (v_personas) order by role = 'maestro', id for share;
  if exists (select from public.profiles where id = any (v_personas) and eliminada_en is not null) then
    raise exception 'The account was erased' using errcode = 'PT410';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_documento_propio()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.tipo, new.maestro_id), new.objeto) is null then
    raise exception '%', interno.rechazo_de_imagen(new.tipo) using errcode = 'PT422', detail = new.tipo;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_ficha_completa()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_fila constant jsonb := to_jsonb(new);
begin
  if current_user not in ('anon', 'authenticated') or tg_op = 'UPDATE' and not old.perfil_completo then
    return new;
  end if;
  -- The row that an upsert would insert has only the columns that it names: a missing one is no empty one. Both names, which are the
  -- first, are needed in any row.
  for i in 0 .. tg_nargs - 2 by 2 loop
    if interno.en_blanco(v_fila ->> tg_argv[i]) and (tg_op = 'UPDATE' or i < 4 or v_fila ->> tg_argv[i] is not null) then
      raise exception '%', tg_argv[i + 1] using errcode = 'PT422', detail = tg_argv[i];
    end if;
  end loop;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if old.terminos_aceptados and not new.terminos_aceptados or old.fecha_aceptacion is not null and new.fecha_aceptacion is null then
    raise exception 'Ya aceptaste los términos y no se pueden retirar. Si quieres dejar de usar tu cuenta, ciérrala en «Mis datos».'
      using errcode = 'PT422', detail = 'terminos_aceptados';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_foto_propia()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_autor constant uuid := (select buscador_id from public.resenas where id = new.resena_id);
begin
  if interno.imagen_propia(v_autor, 'review-photos/' || v_autor || '/', new.objeto) is null then
    raise exception 'Las fotos deben ser imágenes que hayas subido aquí.' using errcode = 'PT422', detail = 'fotos';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_imagen_de_borrador()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_imagen constant text := interno.imagen_de_borrador(new.paso, new.valor);
begin
  if v_imagen is not null
    and interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.paso, new.maestro_id), v_imagen) is null then
    raise exception '%', interno.rechazo_de_imagen(new.paso) using errcode = 'PT422', detail = new.paso;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_imagenes_propias()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.foto_perfil_url := nullif(btrim(new.foto_perfil_url), '');
  new.ine_url := nullif(btrim(new.ine_url), '');
  if new.foto_perfil_url is not null and (tg_op = 'INSERT' or new.foto_perfil_url is distinct from old.foto_perfil_url) then
    new.foto_perfil_url := interno.imagen_propia(new.id, 'profile-photos/' || new.id || '/', new.foto_perfil_url);
    if new.foto_perfil_url is null then
      raise exception 'La foto de perfil debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'foto_perfil_url';
    end if;
  end if;
  if new.ine_url is not null and (tg_op = 'INSERT' or new.ine_url is distinct from old.ine_url) then
    new.ine_url := interno.imagen_propia(new.id, 'ine_' || new.id || '_', new.ine_url);
    if new.ine_url is null then
      raise exception 'El documento de identidad debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'ine_url';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_mensaje(p_mensaje text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if char_length(btrim(p_mensaje)) not between 10 and 500 then
    raise exception 'A message of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'mensaje';
  end if;
  return btrim(p_mensaje);
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_motivo(p_motivo text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_motivo is null or char_length(btrim(p_motivo)) not between 10 and 500 then
    raise exception 'A reason of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'motivo';
  end if;
  return btrim(p_motivo);
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_nivel(p_operador uuid, p_nivel text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform interno.exigir_operador(p_operador);
  if p_nivel <> 'revisor' and not exists (
    select from interno.operadores where operador_id = p_operador and nivel = p_nivel) then
    raise exception 'An operator of another level is needed' using errcode = 'PT403', detail = 'nivel';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_nivel_de_sesion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_de_operador constant boolean := exists (
    select from public.profiles where id = new.user_id and role = 'operador');
begin
  if tg_op = 'INSERT' and (new.aal <> 'aal1' or v_de_operador and new.method <> 'password') then
    raise exception 'Operators sign in with a password and a second factor' using errcode = 'PT403', detail = 'operador';
  end if;
  if tg_op = 'UPDATE' and new.aal = 'aal2' and not (
    v_de_operador and new.method = 'password' and exists (
      select from auth.mfa_factors f
      where f.id = new.factor_id and f.user_id = new.user_id and f.status = 'verified')) then
    raise exception 'Only a verified factor of an operator raises a session' using errcode = 'PT403', detail = 'operador';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_operador(p_operador uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles where id = p_operador and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'An operator is needed' using errcode = 'PT403', detail = 'operador';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_persona(p_session uuid, p_user uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case interno.impedimento(p_session, p_user, p_role)
    when 'sin_sesion' then
      raise exception 'The session does not live' using errcode = 'PT401';
    when 'cuenta_suspendida' then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    when 'otro_rol' then
      raise exception 'Another role is needed' using errcode = 'PT403', detail = coalesce(p_role, 'persona');
    when 'segundo_factor' then
      raise exception 'The second factor is needed' using errcode = 'PT403', detail = 'segundo_factor';
    else null;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION interno.exigir_textos_sin_contacto()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    -- Only changed texts are checked.
    if v_nueva ->> v_columna is distinct from v_vieja ->> v_columna
      and interno.parece_contacto(v_nueva ->> v_columna) then
      raise exception '% no puede llevar teléfonos, correos, enlaces ni redes.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.exportacion_fallida(e interno.exportaciones)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.estado = 'preparando' and (
    e.pedida_en < now() - interval '2 hours'
    or not exists (
      select from graphile_worker._private_jobs j
      where j.payload ->> 'exportacion' = e.id::text and (j.attempts < j.max_attempts or j.locked_at is not null)))
$function$;

CREATE OR REPLACE FUNCTION interno.fechar_preferencias()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.foto_de_perfil_visible(p_objeto text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (NOT (EXISTS (SELECT FROM public.profiles WHERE ((profiles.id = ("substring"(foto_de_perfil_visible.p_objeto, '^profile-photos/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/'::text))::uuid) AND (profiles.suspendido_en IS NOT NULL)))));

CREATE OR REPLACE FUNCTION interno.foto_de_resena_visible(p_objeto text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM ((interno.fotos_de_resena f JOIN public.resenas r ON (((r.id = f.resena_id) AND (NOT r.oculta)))) JOIN public.profiles m ON (((m.id = r.maestro_id) AND (m.suspendido_en IS NULL)))) WHERE (f.objeto = foto_de_resena_visible.p_objeto)));

CREATE OR REPLACE FUNCTION interno.foto_publica(p_foto text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/'::text) THEN p_foto ELSE NULL::text END;

CREATE OR REPLACE FUNCTION interno.frenar_cuenta_nueva(p_persona uuid, p_acto text, p_maestro uuid, p_frenos jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_etapa constant text := interno.etapa_de_cuenta(p_persona);
  -- More is allowed from then on.
  v_siguiente constant timestamptz := now() - interno.edad_de_cuenta(p_persona)
    + case v_etapa when 'nueva' then interval '24 hours' else interval '7 days' end;
  v_de_persona constant interval := (p_frenos #>> '{persona,segundos}')::integer * interval '1 second';
  v_de_maestro constant interval := (p_frenos #>> '{maestro,segundos}')::integer * interval '1 second';
  v_acto timestamptz;
begin
  if p_frenos is null or v_etapa = 'conocida' then
    return;
  end if;
  if v_etapa = 'nueva' and p_frenos ->> 'direccion' is not null then
    raise exception 'Too many acts of new accounts of this address' using errcode = 'PT429',
      detail = p_frenos ->> 'direccion', hint = 'direccion';
  end if;
  select a into v_acto from interno.actos_de(p_persona, p_acto, now() - v_de_persona) a
  order by a desc
  offset (p_frenos #>> '{persona,max}')::integer * case v_etapa when 'nueva' then 1 else 2 end - 1 limit 1;
  if found then
    raise exception 'Too many acts of a new account' using errcode = 'PT429',
      detail = interno.segundos_hasta(least(v_acto + v_de_persona, v_siguiente))::text, hint = 'persona';
  end if;
  select a into v_acto from interno.actos_de_cuentas_nuevas(p_maestro, p_acto, now() - v_de_maestro) a
  order by a desc offset (p_frenos #>> '{maestro,max}')::integer - 1 limit 1;
  if found then
    raise exception 'Too many acts of new accounts with this maestro' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_acto + v_de_maestro)::text, hint = 'maestro';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.guardar_borrador(p_maestro uuid, p_cambios jsonb, OUT completo boolean, OUT pasos jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Saves wait for a submit and the other way round, so that none is written after the draft has become a profile.
  perform from public.profiles where id = p_maestro for no key update;
  completo := exists (select from public.maestros where id = p_maestro and perfil_completo);
  pasos := '{}';
  if completo then
    return;
  end if;
  insert into interno.borradores as b (maestro_id, paso, valor, version)
  select p_maestro, c.key, c.value -> 'valor', (c.value ->> 'base')::integer + 1
  from jsonb_each(p_cambios) c order by c.key
  on conflict (maestro_id, paso) do update
    set valor = excluded.valor, version = greatest(b.version, excluded.version), actualizado_en = now()
    where b.version = excluded.version - 1 or b.valor = excluded.valor;
  select jsonb_object_agg(s.paso, jsonb_build_object('version', s.version, 'valor', s.valor)) into pasos
  from (
    select b.paso, b.version, b.valor from interno.borradores b where b.maestro_id = p_maestro
    union all
    select e.key, 0, e.value from jsonb_each(interno.pasos_de_perfil(p_maestro)) e
    where not exists (select from interno.borradores b where b.maestro_id = p_maestro and b.paso = e.key)
  ) s;
end $function$;

CREATE OR REPLACE FUNCTION interno.guardar_contacto(p_maestro uuid, p_nombre text, p_apellido text, p_telefono text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles where id = p_maestro for no key update;
  update public.maestros set nombre = p_nombre, apellido = p_apellido, telefono = p_telefono
  where id = p_maestro and eliminada_en is null;
  if not found then
    return false;
  end if;
  perform interno.guardar_nombre_de_cuenta(p_maestro, p_nombre, p_apellido);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.guardar_documento(p_maestro uuid, p_tipo text, p_objeto text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A decision that has begun ends first, so that this document reopens it.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  values (p_maestro, p_tipo, interno.objeto_nombrado(p_objeto))
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.guardar_nombre_de_cuenta(p_cuenta uuid, p_nombre text, p_apellido text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.profiles set nombre = p_nombre, apellido = p_apellido, display_name = concat_ws(' ', p_nombre, p_apellido)
  where id = p_cuenta and (nombre, apellido) is distinct from (p_nombre, p_apellido)
$function$;

CREATE OR REPLACE FUNCTION interno.guardar_resena(p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[], p_dias integer, p_frenos jsonb DEFAULT NULL::jsonb, OUT estado text, OUT resena jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  estado := interno.impedimento_de_resena(p_buscador, p_maestro, p_dias);
  select r.* into v from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro for no key update;
  if found then
    v_fotos := array(select f.objeto from interno.fotos_de_resena f where f.resena_id = v.id order by f.orden);
    if (v.puntuacion, v.comentario, v.trabajo_realizado, v_fotos)
      is not distinct from (p_puntuacion::smallint, p_comentario, p_trabajo, p_fotos) then
      estado := 'igual';
      resena := to_jsonb(v);
      return;
    end if;
  end if;
  if estado is not null then
    return;
  end if;
  if v.id is null then
    perform interno.frenar_cuenta_nueva(p_buscador, 'resena', null, p_frenos);
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, revisar_en)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo,
      case when p_frenos ->> 'rafaga' is distinct from 'true' or interno.etapa_de_cuenta(p_buscador) <> 'nueva'
        then now() + interval '7 days' end)
    returning * into v;
    estado := 'escrita';
  else
    update public.resenas r set
      puntuacion = p_puntuacion, comentario = p_comentario, trabajo_realizado = p_trabajo, editado_en = now()
    where r.id = v.id returning * into v;
    estado := 'editada';
  end if;
  if p_fotos is distinct from coalesce(v_fotos, '{}') then
    perform interno.cambiar_fotos(v.id, p_buscador, p_fotos);
  end if;
  resena := to_jsonb(v);
end $function$;

CREATE OR REPLACE FUNCTION interno.guardar_suscripcion(p_user uuid, p_session uuid, p_endpoint text, p_p256dh text, p_auth text, p_navegador text, p_maximo integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Simultaneous calls of one person wait for each other, so that all subscriptions are counted.
  perform from auth.users where id = p_user for no key update;
  insert into interno.suscripciones_push as s (user_id, session_id, endpoint, p256dh, auth, navegador)
  values (p_user, p_session, p_endpoint, p_p256dh, p_auth, p_navegador)
  on conflict (endpoint) do update
    set user_id = excluded.user_id, session_id = excluded.session_id, navegador = excluded.navegador, creado_en = now()
    where s.p256dh = excluded.p256dh and s.auth = excluded.auth;
  if not found then
    return false;
  end if;
  delete from interno.suscripciones_push
  where id in (
    select id from interno.suscripciones_push where user_id = p_user
    order by creado_en desc, id offset p_maximo);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.hay_responsable()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (public.profiles p JOIN interno.operadores o ON ((o.operador_id = p.id))) WHERE ((p.role = 'operador'::text) AND (p.suspendido_en IS NULL) AND (o.nivel = 'responsable'::text))));

CREATE OR REPLACE FUNCTION interno.hubo_intercambio(p_buscador uuid, p_maestro uuid, p_en timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((EXISTS (SELECT FROM public.accesos_contacto a WHERE ((a.buscador_id = hubo_intercambio.p_buscador) AND (a.maestro_id = hubo_intercambio.p_maestro) AND (a.creado_en <= (hubo_intercambio.p_en - '04:00:00'::interval))))) AND interno.se_escribieron(p_buscador, p_maestro));

CREATE OR REPLACE FUNCTION interno.imagen_de_borrador(p_paso text, p_valor jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_paso = ANY (ARRAY['selfie'::text, 'ine'::text, 'ine_reverso'::text, 'comprobante_domicilio'::text])) THEN NULLIF((p_valor #>> '{}'::text[]), ''::text) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION interno.imagen_propia(p_maestro uuid, p_prefijo text, p_valor text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_name constant text := interno.objeto_nombrado(p_valor);
begin
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = v_name and o.owner = p_maestro and starts_with(o.name, p_prefijo)
  for no key update;
  return case when found then interno.direccion_de_objeto(v_name) end;
end $function$;

CREATE OR REPLACE FUNCTION interno.imagenes_de_ticket(t public.tickets)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ARRAY(SELECT o.name FROM (unnest((imagenes_de_ticket.t).imagenes_url) WITH ORDINALITY i(texto, orden) JOIN storage.objects o ON (((o.bucket_id = 'support-tickets'::text) AND (o.owner = (imagenes_de_ticket.t).usuario_id) AND (o.name = regexp_replace(storage.name_in('support-tickets'::text, i.texto), '^([^/]+)$'::text, ((imagenes_de_ticket.t).usuario_id || '/\1'::text)))))) ORDER BY i.orden);

CREATE OR REPLACE FUNCTION interno.impedimento(p_session uuid, p_user uuid, p_role text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN NULLIF(COALESCE((SELECT CASE WHEN ((p.suspendido_en IS NOT NULL) AND (p.eliminada_en IS NULL)) THEN CASE WHEN interno.se_cierra(p.id) THEN 'sin_sesion'::text ELSE 'cuenta_suspendida'::text END WHEN (s.id IS NULL) THEN 'sin_sesion'::text WHEN ((p.role = 'operador'::text) AND interno.sesion_de_operador_vencida(s.created_at)) THEN 'sin_sesion'::text WHEN ((p.role = 'operador'::text) AND (impedimento.p_role IS DISTINCT FROM 'operador'::text)) THEN 'otro_rol'::text WHEN ((impedimento.p_role IS NOT NULL) AND (p.role IS DISTINCT FROM impedimento.p_role)) THEN 'otro_rol'::text WHEN ((p.role = 'operador'::text) AND (s.aal <> 'aal2'::text)) THEN 'segundo_factor'::text ELSE ''::text END AS "case" FROM (public.profiles p LEFT JOIN auth.sessions s ON (((s.id = impedimento.p_session) AND (s.user_id = p.id)))) WHERE (p.id = impedimento.p_user)), 'sin_sesion'::text), ''::text);

CREATE OR REPLACE FUNCTION interno.impedimento_de_resena(p_buscador uuid, p_maestro uuid, p_dias integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_escrita timestamptz;
  v_chat uuid;
begin
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return 'sin_maestro';
  end if;
  select r.creado_en into v_escrita from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro;
  if found then
    return case when v_escrita <= now() - make_interval(days => p_dias) then 'vencida' end;
  end if;
  perform from public.accesos_contacto where buscador_id = p_buscador and maestro_id = p_maestro;
  if not found then
    return 'sin_acceso';
  end if;
  select c.id into v_chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_buscador and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  if not found then
    return 'sin_mensaje';
  end if;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_maestro and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  return case when not found then 'sin_respuesta' end;
end $function$;

CREATE OR REPLACE FUNCTION interno.iniciar_chat(p_buscador uuid, p_maestro uuid, p_contexto jsonb, p_maximo integer DEFAULT NULL::integer, p_segundos integer DEFAULT NULL::integer, p_frenos jsonb DEFAULT NULL::jsonb, OUT chat public.chats, OUT nuevo boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ventana constant interval := p_segundos * interval '1 second';
  v_limite timestamptz;
begin
  nuevo := false;
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return;
  end if;
  select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  if found then
    return;
  end if;

  perform from public.alcaldias_disponibles where nombre = p_contexto ->> 'alcaldia' and activo;
  if not found then
    raise exception 'The borough is not in the active catalogue' using errcode = 'PT400', detail = 'alcaldia';
  end if;
  perform from public.oficios_disponibles where nombre = p_contexto ->> 'servicio' and activo;
  if not found then
    raise exception 'The trade is not in the active catalogue' using errcode = 'PT400', detail = 'servicio';
  end if;

  -- The lock makes simultaneous new chats of one seeker wait for each other, so that all of them are counted.
  perform from public.profiles where id = p_buscador for no key update;
  perform from public.profiles where id = p_maestro for share;
  perform from public.profiles where id = p_maestro and suspendido_en is not null and eliminada_en is null;
  if found then
    return;
  end if;
  perform interno.exigir_cuenta_activa(p_buscador);
  -- The oldest of the last p_maximo new chats. A chat is never older than its last message, so the index on the
  -- inbox order bounds this scan to chats of the window.
  select c.creado_en into v_limite from public.chats c
  where c.buscador_id = p_buscador and c.ultimo_mensaje_en > now() - v_ventana and c.creado_en > now() - v_ventana
  order by c.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    raise exception 'Too many new chats' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_limite + v_ventana)::text;
  end if;
  perform interno.frenar_cuenta_nueva(p_buscador, 'chat', p_maestro, p_frenos);

  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.liberar_trabajos(p_procesos text[] DEFAULT NULL::text[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_proceso text;
  v_trabajos integer;
  v_total integer := 0;
begin
  for v_proceso, v_trabajos in
    select locked_by, count(*) from graphile_worker.jobs
    where locked_by is not null and (p_procesos is null or locked_by = any(p_procesos)) group by locked_by
  loop
    if pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(v_proceso)) then
      perform interno.soltar_trabajos(v_proceso);
      v_total := v_total + v_trabajos;
    end if;
  end loop;
  if v_total > 0 then
    perform pg_notify('jobs:insert', json_build_object('count', v_total)::text);
  end if;
  return v_total;
end $function$;

CREATE OR REPLACE FUNCTION interno.limitar_elecciones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'select from public.%I where nombre in (select %I from nuevas) order by nombre for share', v_catalogo, v_columna);
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
end $function$;

CREATE OR REPLACE FUNCTION interno.lista_de_trabajos_fallidos()
 RETURNS TABLE(id bigint, nombre text, intentos integer, error text, creado_en timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select id, task_identifier, coalesce((flags ->> 'intentos')::integer, attempts), last_error, created_at
  from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id
$function$;

CREATE OR REPLACE FUNCTION interno.lo_inicio_un_contacto(c public.chats)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.accesos_contacto a WHERE ((a.buscador_id = (lo_inicio_un_contacto.c).buscador_id) AND (a.maestro_id = (lo_inicio_un_contacto.c).maestro_id) AND (a.creado_en = (lo_inicio_un_contacto.c).creado_en))));

CREATE OR REPLACE FUNCTION interno.marcar_archivo_de_mensaje()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.mensajes := case tg_op when 'INSERT' then new else old end;
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_chats_bloqueados()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.bloqueos := case tg_op when 'INSERT' then new else old end;
begin
  update public.chats c set
    bloqueado_en = case when interno.par_bloqueado(c.buscador_id, c.maestro_id) then coalesce(c.bloqueado_en, now()) end
  where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id));
  if tg_op = 'DELETE' then
    with marcados as (
      update public.chats c set (leido_buscador_hasta, leido_maestro_hasta) = (
        select
          case c.no_leidos_buscador when 0 then greatest(c.leido_buscador_hasta, max(m.secuencia)) else c.leido_buscador_hasta end,
          case c.no_leidos_maestro when 0 then greatest(c.leido_maestro_hasta, max(m.secuencia)) else c.leido_maestro_hasta end
        from public.mensajes m
        where m.chat_id = c.id and not m.bloqueado and m.eliminado_en is null)
      where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id))
        and c.bloqueado_en is null
      returning c.id, c.buscador_id, c.no_leidos_buscador, c.no_leidos_maestro
    )
    -- The last announced message may be a deleted one, after the mark. The next message is announced nevertheless.
    update interno.avisos_sin_leer a set hasta = null
    from marcados c
    where a.chat_id = c.id
      and case a.persona_id when c.buscador_id then c.no_leidos_buscador else c.no_leidos_maestro end = 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_documento()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_of constant text[] := array['documentos/' || v_maestro || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[old.objeto], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[new.objeto], v_of);
    -- A document that is new was not seen by an operator.
    update public.maestros set
      ine_verificado = ine_verificado and new.tipo <> 'ine_reverso',
      domicilio_verificado = domicilio_verificado and new.tipo <> 'comprobante_domicilio'
    where id = v_maestro
      and case new.tipo when 'ine_reverso' then ine_verificado else domicilio_verificado end;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_foto_de_resena()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[case tg_op when 'INSERT' then new.objeto else old.objeto end],
    array['review-photos/%']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_imagen_de_borrador()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_paso constant text := case tg_op when 'DELETE' then old.paso else new.paso end;
  v_antes constant text := case when tg_op <> 'INSERT' then interno.imagen_de_borrador(old.paso, old.valor) end;
  v_ahora constant text := case when tg_op <> 'DELETE' then interno.imagen_de_borrador(new.paso, new.valor) end;
  v_of constant text[] := array[replace(interno.prefijo_de_imagen(v_paso, v_maestro), '_', '\_') || '%'];
begin
  if v_antes is distinct from v_ahora and v_antes is not null
    and not exists (
      select from public.maestros m where m.id = v_maestro
        and interno.direccion_de_objeto(v_antes) in (m.foto_perfil_url, m.ine_url))
    and not exists (select from public.maestro_documentos d where d.objeto = v_antes) then
    perform storage.mark_shown(false, 'chat-media', array[v_antes], v_of);
  end if;
  if v_ahora is not null then
    perform storage.mark_shown(true, 'chat-media', array[v_ahora], v_of);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_imagenes_de_maestro()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id constant uuid := case tg_op when 'INSERT' then new.id else old.id end;
  v_of constant text[] := array['ine\_' || v_id || '\_%', 'profile-photos/' || v_id || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[
      storage.name_in('chat-media', old.foto_perfil_url), storage.name_in('chat-media', old.ine_url)], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[
      storage.name_in('chat-media', new.foto_perfil_url), storage.name_in('chat-media', new.ine_url)], v_of);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.marcar_imagenes_de_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.tickets := case tg_op when 'INSERT' then new else old end;
begin
  -- A name without a folder is in the folder of its uploader.
  perform storage.mark_shown(
    tg_op = 'INSERT', 'support-tickets',
    array(
      select regexp_replace(storage.name_in('support-tickets', t), '^([^/]+)$', v.usuario_id || '/\1')
      from unnest(v.imagenes_url) t),
    array[v.usuario_id || '/%']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.medir_imagen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select o.width, o.height into new.ancho, new.alto
  from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = new.contenido;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.minutos_contados(p_desde timestamp with time zone, p_hasta timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE STRICT
RETURN ((GREATEST((interno.segundos_contados(p_hasta) - interno.segundos_contados(p_desde)), (0)::bigint) / 60))::integer;

CREATE OR REPLACE FUNCTION interno.nivel_de_reputacion(p_verificada boolean, p_confirmadas integer, p_promedio numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_verificada AND (p_confirmadas >= 10) AND (p_promedio >= 4.5)) THEN 'experto'::text WHEN (p_verificada AND (p_confirmadas >= 3) AND (p_promedio >= 4.0)) THEN 'confianza_comprobada'::text ELSE 'nuevo'::text END;
grant execute on function interno.nivel_de_reputacion(boolean,integer,numeric) to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.numero_de_nivel(p_nivel text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_nivel WHEN 'experto'::text THEN 2 WHEN 'confianza_comprobada'::text THEN 1 ELSE 0 END;

CREATE OR REPLACE FUNCTION interno.objeto_nombrado(p_valor text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN "substring"(p_valor, '^(?:(?:https?://[^/?#\s]+)?/storage/v1/(?:object|render/image)/(?:(?:public|sign|authenticated)/)?chat-media/)?([A-Za-z0-9_./-]+)(?:[?#].*)?$'::text);

CREATE OR REPLACE FUNCTION interno.oculta_sus_resenas(p_suspendido_en timestamp with time zone, p_eliminada_en timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_suspendido_en IS NOT NULL) AND ((p_eliminada_en IS NULL) OR (p_suspendido_en < p_eliminada_en)));

CREATE OR REPLACE FUNCTION interno.ocultar_resena_nueva()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.oculta := (
    select interno.oculta_sus_resenas(p.suspendido_en, p.eliminada_en) from public.profiles p where p.id = new.buscador_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.ocultar_resenas_de_autor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_oculta constant boolean := interno.oculta_sus_resenas(new.suspendido_en, new.eliminada_en);
begin
  update public.resenas set oculta = v_oculta where buscador_id = new.id and oculta <> v_oculta;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.oficios_mas_buscados(p_alcaldia text, p_cuantos integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ARRAY(SELECT b.oficio FROM (interno.busquedas_diarias b JOIN public.oficios_disponibles o ON (((o.nombre = b.oficio) AND o.activo))) WHERE ((b.alcaldia = oficios_mas_buscados.p_alcaldia) AND (b.dia > (interno.dia_de_la_ciudad(now()) - 30)) AND (b.total > 0)) GROUP BY b.oficio ORDER BY (sum(b.total)) DESC, b.oficio LIMIT oficios_mas_buscados.p_cuantos);

CREATE OR REPLACE FUNCTION interno.olvidar_disponibilidad()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from interno.disponibilidad where maestro_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.olvidar_rebotes(p_correo text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM interno.rebotes r
    USING auth.users u
   WHERE ((u.id = r.user_id) AND (u.email = lower(olvidar_rebotes.p_correo)));
END;

CREATE OR REPLACE FUNCTION interno.olvidar_vistas(p_dias integer, p_lote integer)
 RETURNS SETOF date
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('interno.conservar_cifras', 'si', true);
  return query
    delete from public.vistas_perfil v where v.ctid in (
      select a.ctid from public.vistas_perfil a where a.dia < interno.dia_de_la_ciudad(now()) - p_dias
      order by a.dia limit p_lote for update skip locked)
    returning v.dia;
  perform set_config('interno.conservar_cifras', '', true);
end $function$;

CREATE OR REPLACE FUNCTION interno.operador_del_acceso(p_hash bytea)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT a.operador_id FROM (interno.accesos_de_operador a JOIN public.profiles p ON ((p.id = a.operador_id))) WHERE ((a.token_hash = operador_del_acceso.p_hash) AND (a.vence_en > now()) AND (p.role = 'operador'::text) AND (p.suspendido_en IS NULL)));

CREATE OR REPLACE FUNCTION interno.par_bloqueado(p_una uuid, p_otra uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM public.bloqueos WHERE (((bloqueos.bloqueador_id = par_bloqueado.p_una) AND (bloqueos.bloqueado_id = par_bloqueado.p_otra)) OR ((bloqueos.bloqueador_id = par_bloqueado.p_otra) AND (bloqueos.bloqueado_id = par_bloqueado.p_una)))));

CREATE OR REPLACE FUNCTION interno.parece_contacto(p_texto text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_signos constant text := '[ .()\u2010-\u2015-]';
  v_ano constant text := '(?:19|20)[0-9]{2}';
  v_plano constant text := regexp_replace(
    regexp_replace(normalize(left(btrim(p_texto), 2000), NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    'c[eé]dula(?: profesional)?[^0-9]{0,15}[0-9]{7,8}(?![0-9])', '', 'gi');
begin
  return v_plano ~* '@[a-z_][a-z0-9_.-]{2}'
    or v_plano ~* 'https?\s?:\s?/|www\s?\.\s?[a-z0-9]'
    or exists (
      select from regexp_matches(v_plano, '[0-9](?:' || v_signos || '{0,3}[0-9]){7,}', 'g') r (cifras)
      where r.cifras[1] !~ ('^(?:' || v_ano || '(?:' || v_signos || '{1,3}' || v_ano || ')+'
        || '|' || v_ano || '-[01]?[0-9]-[0-3]?[0-9]'
        || '|[0-3]?[0-9][.-][01]?[0-9][.-]' || v_ano || ')$'));
end $function$;

CREATE OR REPLACE FUNCTION interno.paso_de_respuesta(p_respuestas integer, p_mediana numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_respuestas < 5) THEN NULL::text WHEN (p_mediana < (15)::numeric) THEN '15_minutos'::text WHEN (p_mediana < (60)::numeric) THEN '1_hora'::text WHEN (p_mediana < (180)::numeric) THEN '3_horas'::text WHEN (p_mediana < (900)::numeric) THEN '1_dia'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION interno.pasos_de_perfil(p_maestro uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT jsonb_strip_nulls(jsonb_build_object('datos', jsonb_build_object('nombre', COALESCE(m.nombre, p.nombre, ''::text), 'apellido', COALESCE(m.apellido, p.apellido, ''::text), 'telefono', COALESCE(m.telefono, ''::text)), 'oficios', (SELECT jsonb_agg(o.oficio ORDER BY o.orden) AS jsonb_agg FROM public.maestro_oficios o WHERE (o.maestro_id = m.id)), 'alcaldias', (SELECT jsonb_agg(a.alcaldia ORDER BY a.orden) AS jsonb_agg FROM public.maestro_alcaldias a WHERE (a.maestro_id = m.id)), 'selfie', storage.name_in('chat-media'::text, m.foto_perfil_url), 'descripcion', m.descripcion, 'referencia1', CASE WHEN (m.id IS NOT NULL) THEN jsonb_build_object('nombre_cliente', COALESCE(m.referencia1_nombre_cliente, ''::text), 'descripcion_trabajo', COALESCE(m.referencia1_descripcion_trabajo, ''::text), 'numero_referencia', COALESCE(m.referencia1_numero_referencia, ''::text)) ELSE NULL::jsonb END, 'referencia2', CASE WHEN (m.id IS NOT NULL) THEN jsonb_build_object('nombre_cliente', COALESCE(m.referencia2_nombre_cliente, ''::text), 'descripcion_trabajo', COALESCE(m.referencia2_descripcion_trabajo, ''::text), 'numero_referencia', COALESCE(m.referencia2_numero_referencia, ''::text)) ELSE NULL::jsonb END, 'curp', m.curp, 'domicilio', m.domicilio, 'ine', storage.name_in('chat-media'::text, m.ine_url))) AS jsonb_strip_nulls FROM (public.profiles p LEFT JOIN public.maestros m ON ((m.id = p.id))) WHERE (p.id = pasos_de_perfil.p_maestro));

CREATE OR REPLACE FUNCTION interno.patron_de_datos_personales(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT (string_agg(DISTINCT interno.patron_de_valor(v.valor), '|'::text) || '|'::text) FROM (SELECT unnest(ARRAY[p.nombre, p.apellido, p.display_name, m.nombre, m.apellido, u.email, m.curp, m.domicilio]) AS valor FROM ((public.profiles p LEFT JOIN public.maestros m ON ((m.id = p.id))) LEFT JOIN auth.users u ON ((u.id = p.id))) WHERE (p.id = patron_de_datos_personales.p_user) UNION ALL SELECT palabra.palabra FROM ((public.profiles p LEFT JOIN public.maestros m ON ((m.id = p.id))) CROSS JOIN LATERAL regexp_split_to_table(concat_ws(' '::text, p.nombre, p.apellido, p.display_name, m.nombre, m.apellido), '\s+'::text) palabra(palabra)) WHERE ((p.id = patron_de_datos_personales.p_user) AND (char_length(palabra.palabra) >= 3) AND (lower(interno.sin_signos_alrededor(palabra.palabra)) <> ALL (ARRAY['de'::text, 'del'::text, 'el'::text, 'la'::text, 'las'::text, 'los'::text])))) v WHERE (btrim(v.valor) <> ''::text));

CREATE OR REPLACE FUNCTION interno.patron_de_valor(p_valor text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_valor constant text := normalize(btrim(p_valor), NFKC);
  v_centro constant text := interno.sin_signos_alrededor(v_valor);
  v_patron text := translate(
    lower(case when char_length(v_centro) < 3 then v_valor else v_centro end collate "es-x-icu"),
    'áàäâéèëêíìïîóòöôúùüûñ', 'aaaaeeeeiiiioooouuuun');
begin
  if v_centro = '' then
    return null;
  end if;
  v_patron := regexp_replace(v_patron, '([.^$*+?(){}|\[\]\\])', '\\\1', 'g');
  v_patron := replace(replace(replace(v_patron, 'a', '[aáàäâ]'), 'e', '[eéèëê]'), 'i', '[iíìïî]');
  v_patron := replace(replace(replace(v_patron, 'o', '[oóòöô]'), 'u', '[uúùüû]'), 'n', '[nñ]');
  return '(?<!\w)' || regexp_replace(v_patron, '\s+', '\\s+', 'g') || '(?!\w)';
end $function$;

CREATE OR REPLACE FUNCTION interno.pedir_aviso(p_buscador uuid, p_alcaldia text, p_oficio text, p_maximo integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_total integer;
begin
  perform from public.alcaldias_disponibles a, public.oficios_disponibles o
  where a.nombre = p_alcaldia and a.activo and o.nombre = p_oficio and o.activo;
  if not found then
    return 'sin_catalogo';
  end if;
  -- The alerts of one seeker are counted one after the other.
  perform from public.profiles where id = p_buscador for no key update;
  insert into interno.directorio_totales values (p_alcaldia, p_oficio, 0) on conflict (alcaldia, oficio) do nothing;
  select total into v_total from interno.directorio_totales
  where alcaldia = p_alcaldia and oficio = p_oficio for update;
  if v_total > 0 then
    return 'ya_hay';
  end if;
  if (select count(*) >= p_maximo from interno.avisos_de_busqueda
    where buscador_id = p_buscador and (alcaldia, oficio) <> (p_alcaldia, p_oficio)) then
    return 'limite';
  end if;
  insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values (p_buscador, p_alcaldia, p_oficio)
  on conflict (buscador_id, alcaldia, oficio) do update set encolado_en = null;
  return 'pedido';
end $function$;

CREATE OR REPLACE FUNCTION interno.pedir_exportacion(p_cuenta uuid, p_horas integer, p_maximo integer DEFAULT 3)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  -- Simultaneous requests of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('exportacion:' || p_cuenta, 0));
  if exists (
    select from interno.exportaciones e
    where e.cuenta_id = p_cuenta and e.pedida_en > now() - make_interval(hours => p_horas)
      and not interno.exportacion_fallida(e)
      and (e.vence_en is null or e.vence_en > now())
  ) or p_maximo <= (
    select count(*) from interno.exportaciones
    where cuenta_id = p_cuenta and pedida_en > now() - make_interval(hours => p_horas)
  ) then
    return false;
  end if;
  insert into interno.exportaciones (cuenta_id) values (p_cuenta) returning id into v_id;
  perform interno.encolar('export-data', jsonb_build_object('exportacion', v_id, 'userId', p_cuenta), 5);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.pedir_resena(p_buscador uuid, p_chat uuid, p_tras_dias integer, p_durante_dias integer, p_editable_dias integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_maestro uuid;
  v_pedida boolean;
begin
  select c.maestro_id into v_maestro from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador and a.creado_en <= now() - make_interval(days => p_tras_dias)
    and not exists (
      select from public.resenas r where r.buscador_id = c.buscador_id and r.maestro_id = c.maestro_id);
  if not found or interno.impedimento_de_resena(p_buscador, v_maestro, p_editable_dias) is not null then
    return false;
  end if;
  insert into interno.peticiones_de_resena (buscador_id, maestro_id) values (p_buscador, v_maestro)
  on conflict (buscador_id, maestro_id) do nothing;
  select p.descartada_en is null and p.pedida_en > now() - make_interval(days => p_durante_dias) into v_pedida
  from interno.peticiones_de_resena p where p.buscador_id = p_buscador and p.maestro_id = v_maestro;
  return v_pedida;
end $function$;

CREATE OR REPLACE FUNCTION interno.pendientes_de_operadores()
 RETURNS TABLE(que text, cuantos integer, desde timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'reportes', count(*)::integer, min(creado_en) from interno.reportes where cerrado_en is null
  union all
  select 'verificaciones', count(*)::integer, min(desde) from interno.verificaciones_en_espera()
  union all
  select 'tickets', count(*)::integer, min(creado_en) from public.tickets where estado <> 'resuelto'
  union all
  select 'trabajos', count(*)::integer, min(creado_en) from interno.trabajos_fallidos
$function$;

CREATE OR REPLACE FUNCTION interno.poner_al_dia(p_lote integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
  v_terminados constant uuid[] := array(
    select maestro_id from interno.disponibilidad where coalesce(pausa_hasta, disponible_el + 1) <= v_hoy limit p_lote);
  v_vencidos constant uuid[] := array(
    select maestro_id from interno.tiempos_de_respuesta where vence_en <= now() order by vence_en limit p_lote);
begin
  perform from public.maestros where id = any (v_terminados) order by id for no key update;
  delete from interno.disponibilidad
  where maestro_id = any (v_terminados) and coalesce(pausa_hasta, disponible_el + 1) <= v_hoy;
  delete from interno.directorio_disponibles where dia < v_hoy and total = 0;
  if cardinality(v_terminados) = 0 and cardinality(v_vencidos) > 0 then
    perform interno.recalcular_respuestas(v_vencidos);
  end if;
  return cardinality(v_terminados) + cardinality(v_vencidos);
end $function$;

CREATE OR REPLACE FUNCTION interno.prefijo_de_imagen(p_paso text, p_maestro uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE p_paso WHEN 'selfie'::text THEN (('profile-photos/'::text || p_maestro) || '/'::text) WHEN 'ine'::text THEN (('ine_'::text || p_maestro) || '_'::text) WHEN 'ine_reverso'::text THEN (('documentos/'::text || p_maestro) || '/ine_reverso_'::text) WHEN 'comprobante_domicilio'::text THEN (('documentos/'::text || p_maestro) || '/comprobante_domicilio_'::text) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION interno.prioridad_de_trabajo(p_nombre text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (p_nombre = ANY (ARRAY['send-one-time-mail'::text, 'announce-suspension'::text, 'announce-review'::text])) THEN '-10'::integer WHEN (p_nombre = ANY (ARRAY['send-push'::text, 'send-push-summary'::text, 'send-search-push'::text])) THEN 5 WHEN (p_nombre = ANY (ARRAY['send-search-alert'::text, 'send-unread-mail'::text, 'export-data'::text, 'erase-account'::text])) THEN 10 ELSE 0 END;

CREATE OR REPLACE FUNCTION interno.procesos_ausentes()
 RETURNS SETOF text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select proceso from (
    select distinct locked_by as proceso from graphile_worker.jobs where locked_by is not null
  ) procesos
  where pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(proceso))
$function$;

CREATE OR REPLACE FUNCTION interno.promedio_de_resenas(c interno.conteo_de_resenas)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(trunc((((((((c).estrellas_1 + (2 * (c).estrellas_2)) + (3 * (c).estrellas_3)) + (4 * (c).estrellas_4)) + (5 * (c).estrellas_5)))::numeric / (NULLIF((((((c).estrellas_1 + (c).estrellas_2) + (c).estrellas_3) + (c).estrellas_4) + (c).estrellas_5), 0))::numeric), 2), (0)::numeric);

CREATE OR REPLACE FUNCTION interno.puede_decidir(p_operador uuid, p_maestro uuid, p_tipo text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (
      select a.detalle ->> 'version' = interno.version_de_datos(p_maestro)
      from interno.auditoria a
      where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar'
      order by a.id desc limit 1
    ),
    not exists (
      select from interno.verificaciones v
      where v.maestro_id = p_maestro and v.tipo = p_tipo and v.estado = 'pendiente'
    ))
$function$;

CREATE OR REPLACE FUNCTION interno.puede_senalar(p_quien uuid, p_a_quien uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((p_quien <> p_a_quien) AND (EXISTS (SELECT FROM public.profiles WHERE ((profiles.id = puede_senalar.p_a_quien) AND (profiles.eliminada_en IS NULL)))) AND ((EXISTS (SELECT FROM public.chats WHERE (((chats.buscador_id = puede_senalar.p_quien) AND (chats.maestro_id = puede_senalar.p_a_quien)) OR ((chats.buscador_id = puede_senalar.p_a_quien) AND (chats.maestro_id = puede_senalar.p_quien))))) OR (EXISTS (SELECT FROM (public.profiles p JOIN public.maestros m ON (((m.id = puede_senalar.p_a_quien) AND m.perfil_completo))) WHERE ((p.id = puede_senalar.p_quien) AND (p.role = 'buscador'::text))))));

CREATE OR REPLACE FUNCTION interno.quiere_aviso(p_user uuid, p_columna text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_defecto constant boolean := p_columna <> 'push_con_texto';
begin
  if p_columna is null or p_columna not in (
    'correo_mensajes', 'correo_contacto', 'correo_resenas', 'correo_busquedas',
    'push_mensajes', 'push_contacto', 'push_busquedas', 'push_con_texto'
  ) then
    raise exception 'Unknown kind of notice' using errcode = '22023';
  end if;
  return coalesce(
    (select (to_jsonb(p) ->> p_columna)::boolean from public.preferencias_avisos p where p.user_id = p_user),
    v_defecto);
end $function$;

CREATE OR REPLACE FUNCTION interno.quiere_correo(p_user uuid, p_columna text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (interno.quiere_aviso(p_user, p_columna) AND (NOT (EXISTS (SELECT FROM interno.rebotes WHERE ((rebotes.user_id = quiere_correo.p_user) AND (rebotes.veces >= 3) AND (rebotes.ultimo_en > (now() - '14 days'::interval)))))));

CREATE OR REPLACE FUNCTION interno.recalcular_respuestas(p_maestros uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_cambiados uuid[];
begin
  insert into interno.tiempos_de_respuesta as t (maestro_id)
  select distinct m.id from unnest(p_maestros) m (id) order by m.id
  on conflict (maestro_id) do update set maestro_id = excluded.maestro_id;
  with calculado as (
    select t.maestro_id, t.paso as antes, r.*
    from interno.tiempos_de_respuesta t
    cross join lateral (
      select count(*)::integer as respuestas,
        (percentile_cont(0.5) within group (order by r.minutos))::numeric as mediana,
        min(r.respondido_en) + interval '90 days' as vence_en
      from interno.primeras_respuestas r
      where r.maestro_id = t.maestro_id and r.respondido_en > now() - interval '90 days' and r.minutos is not null
    ) r
    where t.maestro_id = any (p_maestros)
  ), escrito as (
    update interno.tiempos_de_respuesta t set
      respuestas = c.respuestas, mediana = c.mediana, vence_en = c.vence_en,
      paso = interno.paso_de_respuesta(c.respuestas, c.mediana)
    from calculado c where t.maestro_id = c.maestro_id
    returning t.maestro_id, t.paso, c.antes
  )
  select array_agg(e.maestro_id) into v_cambiados from escrito e where e.paso is distinct from e.antes;
  if v_cambiados is not null then
    perform interno.refrescar_directorio(v_cambiados);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.rechazar_cambio_de_auditoria()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The audit is only appended' using errcode = '23001';
end $function$;

CREATE OR REPLACE FUNCTION interno.rechazar_cambio_de_eventos()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'Events are only appended' using errcode = '23001';
end $function$;

CREATE OR REPLACE FUNCTION interno.rechazar_mensajes_en_chats_bloqueados()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  if exists (
    select from nuevos n join public.chats c on c.id = n.chat_id where c.bloqueado_en is not null
  ) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.rechazar_par_bloqueado()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_una constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_otra constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  perform interno.cerrar_par(v_una, v_otra);
  if interno.par_bloqueado(v_una, v_otra) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.rechazo_de_imagen(p_paso text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE p_paso WHEN 'selfie'::text THEN 'La foto de perfil'::text WHEN 'ine'::text THEN 'El documento de identidad'::text WHEN 'ine_reverso'::text THEN 'El reverso de la INE'::text ELSE 'El comprobante de domicilio'::text END || ' debe ser una imagen que hayas subido aquí.'::text);

CREATE OR REPLACE FUNCTION interno.recontar(p_maestro uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.maestro_stats (maestro_id) values (p_maestro)
  on conflict (maestro_id) do update set actualizado_en = now()
$function$;

CREATE OR REPLACE FUNCTION interno.reemplazar_elecciones(p_maestro uuid, p_tipo text, p_nombres text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_desconocido text;
begin
  -- Two replacements for one maestro run one after the other, so that the result is one of the two lists.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  if p_tipo = 'oficios' then
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.oficios_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'El oficio % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'oficio';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro),
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro) || p_nombres);
    delete from public.maestro_oficios where maestro_id = p_maestro;
    insert into public.maestro_oficios (maestro_id, oficio)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
  else
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.alcaldias_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'La alcaldía % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'alcaldia';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro) || p_nombres,
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro));
    delete from public.maestro_alcaldias where maestro_id = p_maestro;
    insert into public.maestro_alcaldias (maestro_id, alcaldia)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
    update public.maestros set alcaldia = p_nombres[1]
    where id = p_maestro and alcaldia is distinct from p_nombres[1];
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.reenviar_curp(p_maestro uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  update interno.verificaciones set estado = 'pendiente'
  where maestro_id = p_maestro and tipo = 'curp' and estado = 'rechazado';
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.referencia_valida(p_nombre text, p_trabajo text, p_numero text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((NOT interno.en_blanco(p_nombre)) AND (NOT interno.en_blanco(p_trabajo)) AND COALESCE((p_numero ~ '^[0-9]{8,12}$'::text), false));

CREATE OR REPLACE FUNCTION interno.refrescar_directorio(p_maestros uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock makes a second writer of the same maestro wait, so that it reads what the first wrote. Maestros are locked
  -- before counters, and both in the order of their keys, which prevents deadlocks.
  perform from public.maestros where id = any (p_maestros) order by id for no key update;

  with deseado as (
    select a.alcaldia, o.oficio, m.id as maestro_id,
      interno.clave_recomendado(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion,
        m."cantidad_reseñas", m.activo_en) as recomendado,
      -(m.promedio_calificacion * 100)::bigint * 1000000 - least(m."cantidad_reseñas", 999999) as por_calificacion,
      -m.numero_trabajos_completados::bigint * 1000 - (m.promedio_calificacion * 100)::bigint as por_trabajos,
      interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion) as celda,
      d.disponible_el,
      interno.tarjeta(m, a.alcaldia, p.oficio, d.disponible_el, t.paso) as tarjeta
    from public.maestros m
    join public.profiles f on f.id = m.id and f.suspendido_en is null
    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.alcaldias_disponibles ca on ca.nombre = a.alcaldia and ca.activo
    join public.maestro_oficios o on o.maestro_id = m.id
    join public.oficios_disponibles co on co.nombre = o.oficio and co.activo
    join lateral (
      select e.oficio from public.maestro_oficios e
      join public.oficios_disponibles c on c.nombre = e.oficio and c.activo
      where e.maestro_id = m.id order by e.orden limit 1
    ) p on true
    -- The condition of interno.disponibilidad_de.
    left join interno.disponibilidad d on d.maestro_id = m.id
      and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()))
    left join interno.tiempos_de_respuesta t on t.maestro_id = m.id
    where m.id = any (p_maestros) and m.perfil_completo and d.pausa_hasta is null
  ), sobrante as (
    delete from interno.directorio d
    where d.maestro_id = any (p_maestros)
      and not exists (
        select from deseado w
        where w.maestro_id = d.maestro_id and w.alcaldia = d.alcaldia and w.oficio = d.oficio)
  ), cambiado as (
    select distinct alcaldia, oficio from (
      (select maestro_id, alcaldia, oficio, celda, disponible_el from deseado
      except select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros))
      union all
      (select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros)
      except select maestro_id, alcaldia, oficio, celda, disponible_el from deseado)
    ) distinto
  ), cerrado as (
    -- As in interno.cerrar_totales. The counters are changed by triggers, which run after this statement.
    insert into interno.directorio_totales as t (alcaldia, oficio, total)
    select alcaldia, oficio, 0 from cambiado order by 1, 2
    on conflict (alcaldia, oficio) do update set total = t.total where false
  )
  insert into interno.directorio as d
    (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta)
  select alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta
  from deseado
  order by alcaldia, oficio, maestro_id
  on conflict (maestro_id, alcaldia, oficio) do update set
    recomendado = excluded.recomendado,
    por_calificacion = excluded.por_calificacion,
    por_trabajos = excluded.por_trabajos,
    celda = excluded.celda,
    disponible_el = excluded.disponible_el,
    tarjeta = excluded.tarjeta
  where (d.recomendado, d.por_calificacion, d.por_trabajos, d.celda, d.disponible_el, d.tarjeta)
    is distinct from
    (excluded.recomendado, excluded.por_calificacion, excluded.por_trabajos, excluded.celda, excluded.disponible_el,
      excluded.tarjeta);
end $function$;

CREATE OR REPLACE FUNCTION interno.refrescar_lote(p_oficio text, p_alcaldia text, p_desde uuid, p_lote integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_maestros uuid[];
begin
  if p_oficio is not null then
    v_maestros := array(
      select maestro_id from public.maestro_oficios
      where oficio = p_oficio and maestro_id > p_desde order by maestro_id limit p_lote);
  else
    v_maestros := array(
      select maestro_id from public.maestro_alcaldias
      where alcaldia = p_alcaldia and maestro_id > p_desde order by maestro_id limit p_lote);
  end if;
  perform interno.refrescar_directorio(v_maestros);
  return v_maestros[cardinality(v_maestros)];
end $function$;

CREATE OR REPLACE FUNCTION interno.registrar_actividad(p_maestro uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.maestros set activo_en = current_date
  where id = (
    select id from public.maestros
    where id = p_maestro and activo_en < current_date
    for no key update skip locked)
$function$;

CREATE OR REPLACE FUNCTION interno.reintentar_trabajo(p_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from interno.trabajos_fallidos where id = p_id) then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  update graphile_worker._private_jobs set flags = null where id = p_id;
  perform pg_notify('jobs:insert', '{"count": 1}');
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.reintentar_trabajos(p_operador uuid, p_trabajo bigint DEFAULT NULL::bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_nombre text;
  v_cuantos integer;
begin
  perform interno.exigir_operador(p_operador);
  select max(f.nombre), count(*) filter (where interno.reintentar_trabajo(f.id)) into v_nombre, v_cuantos
  from interno.trabajos_fallidos f where p_trabajo is null or f.id = p_trabajo;
  if v_cuantos = 0 and p_trabajo is not null then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  if v_cuantos > 0 then
    insert into interno.auditoria (operador_id, acto, detalle)
    values (
      p_operador, 'reintentar_trabajo', case when p_trabajo is null
        then jsonb_build_object('trabajos', v_cuantos)
        else jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre)
      end);
  end if;
  return v_cuantos;
end $function$;

CREATE OR REPLACE FUNCTION interno.reportar(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_frenos jsonb DEFAULT NULL::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_chat constant uuid := (p_datos ->> 'chat_id')::uuid;
  v_mensajes constant uuid[] := array(
    select distinct e::uuid from jsonb_array_elements_text(coalesce(p_datos -> 'mensajes', '[]')) e);
  v_id bigint;
  -- The further reports about a person within this time are told in one e-mail.
  v_ventana constant interval := '1 hour';
begin
  -- An erasure or suspension that has begun is completed first.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.exigir_cuenta_activa(p_quien);
  if not interno.puede_senalar(p_quien, p_a_quien) then
    return 'desconocido';
  end if;
  -- Simultaneous reports of one person wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('reportes:' || p_quien, 0));
  perform from interno.reportes where reportante_id = p_quien and client_id = (p_datos ->> 'client_id')::uuid;
  if found then
    return 'repetido';
  end if;
  if (
    select count(*) from interno.reportes r
    where r.reportante_id = p_quien
      and r.creado_en >= interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City'
  ) >= p_maximo then
    return 'limite';
  end if;
  perform interno.frenar_cuenta_nueva(p_quien, 'reporte', null, p_frenos);
  if v_chat is not null and not exists (
    select from public.chats c
    where c.id = v_chat and (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien))
  ) then
    return 'desconocido';
  end if;
  if cardinality(v_mensajes) <> (
    select count(*) from public.mensajes m
    where m.id = any (v_mensajes) and m.chat_id = v_chat and (not m.bloqueado or m.autor_id = p_quien)
  ) then
    return 'desconocido';
  end if;
  insert into interno.reportes (client_id, reportante_id, reportado_id, chat_id, motivo, texto)
  values ((p_datos ->> 'client_id')::uuid, p_quien, p_a_quien, v_chat, p_datos ->> 'motivo', p_datos ->> 'texto')
  returning id into v_id;
  insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, contenido, creado_en)
  select v_id, m.id, m.autor_id, m.tipo, m.contenido, m.creado_en from public.mensajes m where m.id = any (v_mensajes);
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('persona_reportada', p_quien, p_a_quien, jsonb_build_object('reporte', v_id, 'motivo', p_datos ->> 'motivo'));
  if p_datos ->> 'motivo' in ('acoso', 'fraude') then
    -- Simultaneous reports about one person wait for each other, so that only the first is announced at once.
    perform pg_advisory_xact_lock(hashtextextended('reportes sobre:' || p_a_quien, 0));
    perform interno.encolar_con_clave(
      'send-urgent-report', jsonb_build_object('reporte', v_id), 'reportes:' || p_a_quien,
      case when exists (
        select from interno.reportes r
        where r.reportado_id = p_a_quien and r.id <> v_id and r.motivo in ('acoso', 'fraude') and r.creado_en > now() - v_ventana
      ) then now() + v_ventana else now() end, 12);
  end if;
  return 'escrito';
end $function$;

CREATE OR REPLACE FUNCTION interno.reportar_y_bloquear(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_bloquear boolean, p_frenos jsonb DEFAULT NULL::jsonb, OUT estado text, OUT chat public.chats)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  estado := interno.reportar(p_quien, p_a_quien, p_datos, p_maximo, p_frenos);
  if p_bloquear and estado in ('escrito', 'repetido') then
    select (b.chat).* into chat from interno.cambiar_bloqueo(p_quien, p_a_quien, true) b;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION interno.responder_resena(p_maestro uuid, p_resena uuid, p_respuesta text, OUT estado text, OUT resena jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v public.resenas;
begin
  -- The profile before the review, as interno.borrar_cuenta does.
  perform from public.profiles where id = p_maestro and eliminada_en is null for share;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  select r.* into v from public.resenas r
  where r.id = p_resena and r.maestro_id = p_maestro and not r.oculta for no key update;
  if not found then
    estado := 'sin_resena';
  elsif v.respuesta is null then
    update public.resenas r set respuesta = p_respuesta, respondido_en = now() where r.id = p_resena returning * into v;
    estado := 'respondida';
  else
    estado := case when v.respuesta = p_respuesta then 'igual' else 'ya_respondida' end;
  end if;
  resena := to_jsonb(v);
end $function$;

CREATE OR REPLACE FUNCTION interno.responder_ticket(p_operador uuid, p_ticket uuid, p_texto text, p_estado text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
  v_texto constant text := btrim(p_texto, E' \t\r\n');
  v_estado constant text := coalesce(p_estado, case v_ticket.estado when 'abierto' then 'en_proceso' else v_ticket.estado end);
  v_respuesta bigint;
begin
  if v_texto is null or char_length(v_texto) not between 2 and 4000 then
    raise exception 'An answer of 2 to 4000 characters is needed' using errcode = 'PT422', detail = 'respuesta';
  end if;
  if v_texto = (select r.texto from interno.ticket_respuestas r where r.ticket_id = p_ticket order by r.id desc limit 1) then
    return interno.cambiar_estado_de_ticket(p_operador, p_ticket, v_estado);
  end if;
  insert into interno.ticket_respuestas (ticket_id, operador_id, texto) values (p_ticket, p_operador, v_texto)
  returning id into v_respuesta;
  update public.tickets set estado = v_estado where id = p_ticket;
  -- The text is not copied into the audit, which is never changed: it may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'responder_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', v_estado));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('ticket_respondido', p_operador, v_ticket.usuario_id, jsonb_build_object('ticket', p_ticket));
  perform interno.encolar(
    'send-ticket-answered', jsonb_build_object('respuesta', v_respuesta, 'userId', v_ticket.usuario_id));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.respuestas_de_ticket(p_ticket uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto, 'creado_en', r.creado_en) ORDER BY r.id), '[]'::jsonb) AS "coalesce" FROM interno.ticket_respuestas r WHERE (r.ticket_id = respuestas_de_ticket.p_ticket));

CREATE OR REPLACE FUNCTION interno.resumen_de_reportes(p_reportante uuid, p_reportado uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'total', count(*), 'abiertos', count(*) filter (where r.cerrado_en is null),
    'ultimos', coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'motivo', r.motivo, 'creado_en', r.creado_en, 'cerrado_en', r.cerrado_en) order by r.id desc)
      filter (where r.orden <= 10), '[]'))
  from (
    select *, row_number() over (order by id desc) as orden from interno.reportes
    where reportante_id = p_reportante or reportado_id = p_reportado
  ) r
$function$;

CREATE OR REPLACE FUNCTION interno.retirar_documento()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.maestro_documentos where objeto = old.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.retirar_documentos(p_dias integer, p_lote integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_maestros constant uuid[] := array(
    select m.id from public.maestros m where m.id in (
      select v.maestro_id from interno.verificaciones v
      where v.decidido_en < now() - make_interval(days => p_dias) and v.documentos_retirados_en is null
      order by v.decidido_en limit p_lote)
    for no key update skip locked);
begin
  return query
  with vencidas as (
    update interno.verificaciones v set documentos_retirados_en = now()
    where v.maestro_id = any (v_maestros) and v.decidido_en < now() - make_interval(days => p_dias)
      and v.documentos_retirados_en is null
    returning v.maestro_id, v.tipo
  ), borrados as (
    delete from storage.objects o using vencidas v
    where o.owner = v.maestro_id and o.bucket_id = 'chat-media' and o.unused_since is null
      and interno.es_documento_de(v.tipo, v.maestro_id, o.name)
    returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing returning key;
end $function$;

CREATE OR REPLACE FUNCTION interno.retirar_foto(p_operador uuid, p_foto text, p_motivo text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_objeto constant text := interno.objeto_nombrado(p_foto);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  perform from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array[v_objeto]);
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_foto', v.buscador_id,
    jsonb_build_object('resena', v.id, 'foto', v_objeto, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('foto_de_resena_retirada', p_operador, v.buscador_id, jsonb_build_object('resena_id', v.id));
  perform interno.anunciar_resena(v);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.retirar_foto_de_resena_borrada()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from interno.fotos_de_resena where objeto = old.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.retirar_imagen_de_maestro()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros m set ine_url = null
  where m.id = old.owner and m.ine_url = v_direccion and not exists (
    select from interno.verificaciones v where v.maestro_id = m.id and v.tipo = 'ine' and v.decidido_en is not null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.retirar_resena(p_operador uuid, p_resena uuid, p_motivo text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  -- The author's profile is locked first, as interno.guardar_resena does.
  perform from public.profiles p join public.resenas r on r.buscador_id = p.id where r.id = p_resena for no key update of p;
  select r.* into v from public.resenas r where r.id = p_resena for update;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array(select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena));
  delete from public.resenas where id = p_resena;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_resena', v.buscador_id,
    jsonb_build_object('resena', v.id, 'maestro', v.maestro_id, 'puntuacion', v.puntuacion, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('resena_retirada', p_operador, v.buscador_id,
    jsonb_build_object('resena_id', v.id, 'maestro_id', v.maestro_id));
  perform interno.anunciar_resena(v);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.reunir_sin_leer(p_minutos integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_hasta constant timestamptz := now() - make_interval(mins => p_minutos);
  v_desde timestamptz;
begin
  select hasta into v_desde from interno.examen_de_mensajes for update;
  if v_desde >= v_hasta then
    return;
  end if;
  insert into interno.avisos_sin_leer as a (persona_id, chat_id, pendiente)
  select distinct l.persona_id, m.chat_id, true
  from public.mensajes m
  join public.chats c on c.id = m.chat_id
  cross join lateral (
    select case m.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end as persona_id,
      case m.autor_id when c.maestro_id then c.leido_buscador_hasta else c.leido_maestro_hasta end as leido_hasta
  ) l
  join auth.users u on u.id = l.persona_id
  left join interno.avisos_sin_leer antes on antes.persona_id = l.persona_id and antes.chat_id = m.chat_id
  where m.creado_en > v_desde and m.creado_en <= v_hasta and not m.bloqueado and m.tipo <> 'contacto'
    and m.secuencia > l.leido_hasta
    and (antes.hasta is null or l.leido_hasta >= antes.hasta)
  order by 1, 2
  on conflict (persona_id, chat_id) do update set pendiente = true where not a.pendiente;
  update interno.examen_de_mensajes set hasta = v_hasta;
end $function$;

CREATE OR REPLACE FUNCTION interno.revisar_resenas(p_lote integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_ids constant uuid[] := array(
    select id from public.resenas where revisar_en <= now() order by revisar_en limit p_lote for no key update skip locked);
  v_contadas uuid[];
begin
  with decididas as (
    update public.resenas r set
      revisar_en = null,
      contada = interno.se_escribieron(r.buscador_id, r.maestro_id)
        and coalesce(interno.edad_de_cuenta(r.buscador_id) >= interval '7 days', false)
        and not interno.es_de_una_rafaga(r)
    where r.id = any (v_ids)
    returning r.id, r.contada
  )
  select array_agg(id) into v_contadas from decididas where contada;
  perform interno.anunciar_resena(r) from public.resenas r where r.id = any (v_contadas);
  return cardinality(v_ids);
end $function$;

CREATE OR REPLACE FUNCTION interno.rol_de(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT profiles.role FROM public.profiles WHERE (profiles.id = rol_de.p_user));
grant execute on function interno.rol_de(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.se_cierra(p_cuenta uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM interno.cierres WHERE ((cierres.cuenta_id = se_cierra.p_cuenta) AND (NOT cierres.suspendida))));

CREATE OR REPLACE FUNCTION interno.se_escribieron(p_buscador uuid, p_maestro uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (SELECT (count(DISTINCT m.autor_id) = 2) FROM ((public.chats c CROSS JOIN unnest(ARRAY[se_escribieron.p_buscador, se_escribieron.p_maestro]) a(autor)) CROSS JOIN LATERAL (SELECT m_1.autor_id FROM public.mensajes m_1 WHERE ((m_1.chat_id = c.id) AND (m_1.autor_id = a.autor) AND (m_1.tipo = ANY (ARRAY['texto'::text, 'imagen'::text, 'audio'::text])) AND (NOT m_1.bloqueado)) LIMIT 1) m) WHERE ((c.buscador_id = se_escribieron.p_buscador) AND (c.maestro_id = se_escribieron.p_maestro)));

CREATE OR REPLACE FUNCTION interno.segundos_contados(p_momento timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT ((((l.momento)::date - '2000-01-01'::date) * (54000)::bigint) + LEAST(GREATEST(((floor(EXTRACT(epoch FROM (l.momento)::time without time zone)))::bigint - 25200), (0)::bigint), (54000)::bigint)) FROM (SELECT (segundos_contados.p_momento AT TIME ZONE 'America/Mexico_City'::text) AS momento) l);

CREATE OR REPLACE FUNCTION interno.segundos_hasta(p_cuando timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (GREATEST((1)::numeric, ceil(EXTRACT(epoch FROM (p_cuando - now())))))::integer;

CREATE OR REPLACE FUNCTION interno.sesion_de_operador_vencida(p_desde timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (p_desde <= (now() - '12:00:00'::interval));

CREATE OR REPLACE FUNCTION interno.sin_datos_personales(p_texto text, p_patron text, p_minimo integer, p_maximo integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_puntos constant text := '••••••';
  v_patron constant text := coalesce(p_patron, '')
    || '\S*@\S+|https?\s?:\s?/\S*|www\s?\.\s?[a-z0-9]\S*|\+?[0-9](?:[ .()\u2010-\u2015-]{0,3}[0-9]){7,}';
  v_plano constant text := regexp_replace(normalize(p_texto, NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
  v_limpio text;
begin
  if p_texto is null or not (v_plano collate "es-x-icu") ~* v_patron then
    return p_texto;
  end if;
  v_limpio := regexp_replace(v_plano collate "es-x-icu", v_patron, v_puntos, 'gi');
  return left(rpad(v_limpio, greatest(char_length(v_limpio), p_minimo), '•'), p_maximo);
end $function$;

CREATE OR REPLACE FUNCTION interno.sin_signos_alrededor(p_texto text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN regexp_replace((p_texto COLLATE "es-x-icu"), '^\W+|\W+$'::text, ''::text, 'g'::text);

CREATE OR REPLACE FUNCTION interno.soltar_trabajos(p_proceso text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Another job with the same key was added while it ran: the library has taken its key and its other attempts, and the other one does
  -- the same. It would stay as a failed job without an error.
  delete from graphile_worker._private_jobs
  where locked_by = p_proceso and key is null and max_attempts > 1 and attempts >= max_attempts and last_error is null;
  -- The only attempt of a scheduled job has not failed. It gets another one.
  update graphile_worker._private_jobs set attempts = 0, last_error = 'the process that ran it has ended'
  where locked_by = p_proceso and max_attempts = 1 and last_error is null;
  perform graphile_worker.force_unlock_workers(array[p_proceso]);
end $function$;

CREATE OR REPLACE FUNCTION interno.sumar_al_total(p_alcaldia text, p_oficio text, p_celda smallint, p_delta integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into interno.directorio_totales as t (alcaldia, oficio, total) values (p_alcaldia, p_oficio, greatest(p_delta, 0))
  on conflict (alcaldia, oficio) do update set total = t.total + p_delta, cambiado_en = now();
  insert into interno.directorio_celdas as t values (p_alcaldia, p_oficio, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, celda) do update set total = t.total + p_delta;
$function$;

CREATE OR REPLACE FUNCTION interno.sumar_busquedas(p_busquedas jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM interno.busquedas_diarias b
   WHERE ((b.dia <= (interno.dia_de_la_ciudad(now()) - 30)) AND (b.alcaldia IN ( SELECT e.alcaldia
            FROM jsonb_to_recordset(sumar_busquedas.p_busquedas) e(alcaldia text))));
 INSERT INTO interno.busquedas_diarias AS b (alcaldia, dia, oficio, total, sin_resultado)  SELECT a.nombre,
             interno.dia_de_la_ciudad(now()) AS dia_de_la_ciudad,
             o.nombre,
             sum(e.total) AS sum,
             sum(COALESCE(e.sin_resultado, 0)) AS sum
            FROM ((jsonb_to_recordset(sumar_busquedas.p_busquedas) e(alcaldia text, oficio text, total integer, sin_resultado integer)
              JOIN public.alcaldias_disponibles a ON ((a.nombre = e.alcaldia)))
              JOIN public.oficios_disponibles o ON ((o.nombre = e.oficio)))
           WHERE ((e.total + COALESCE(e.sin_resultado, 0)) > 0)
           GROUP BY a.nombre, o.nombre
           ORDER BY a.nombre, o.nombre ON CONFLICT(alcaldia, dia, oficio) DO UPDATE SET total = (b.total + excluded.total), sin_resultado = (b.sin_resultado + excluded.sin_resultado);
END;

CREATE OR REPLACE FUNCTION interno.sumar_cifra(p_maestro uuid, p_dia date, p_visitas integer, p_contactos integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.maestros where id = p_maestro) then
    return;
  end if;
  insert into interno.cifras_diarias as c (maestro_id, dia, visitas, contactos)
  values (p_maestro, p_dia, greatest(p_visitas, 0), greatest(p_contactos, 0))
  on conflict (maestro_id, dia) do update set
    visitas = c.visitas + p_visitas,
    contactos = c.contactos + p_contactos;
  perform interno.recontar(p_maestro);
end $function$;

CREATE OR REPLACE FUNCTION interno.sumar_disponibles(p_alcaldia text, p_oficio text, p_dia date, p_celda smallint, p_delta integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into interno.directorio_disponibles as t values (p_alcaldia, p_oficio, p_dia, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, dia, celda) do update set total = t.total + p_delta;
$function$;

CREATE OR REPLACE FUNCTION interno.sumar_resenas(p_cambios interno.cambio_de_resena[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- Maestros whose figures change. An edit of the text alone changes none and locks no maestro.
  v_maestros constant uuid[] := array(
    select distinct c.maestro_id from (
      select u.maestro_id from unnest(p_cambios) u
      group by u.maestro_id, u.puntuacion, u.trabajo_realizado having sum(u.signo) <> 0
    ) c order by 1);
begin
  if cardinality(v_maestros) = 0 then
    return;
  end if;
  -- The locks make simultaneous reviews of one maestro wait for each other; their order prevents deadlocks. Maestros are
  -- locked before any counter, as in interno.refrescar_directorio. A stronger lock would conflict with the key lock that
  -- each writer already holds through the foreign key.
  perform from public.maestros where id = any (v_maestros) order by id for no key update;
  insert into interno.conteo_de_resenas (maestro_id) select unnest(v_maestros) on conflict (maestro_id) do nothing;
  update interno.conteo_de_resenas c set
    estrellas_1 = c.estrellas_1 + d.estrellas_1,
    estrellas_2 = c.estrellas_2 + d.estrellas_2,
    estrellas_3 = c.estrellas_3 + d.estrellas_3,
    estrellas_4 = c.estrellas_4 + d.estrellas_4,
    estrellas_5 = c.estrellas_5 + d.estrellas_5,
    confirmadas = c.confirmadas + d.confirmadas
  from (
    select u.maestro_id,
      coalesce(sum(u.signo) filter (where u.puntuacion = 1), 0) as estrellas_1,
      coalesce(sum(u.signo) filter (where u.puntuacion = 2), 0) as estrellas_2,
      coalesce(sum(u.signo) filter (where u.puntuacion = 3), 0) as estrellas_3,
      coalesce(sum(u.signo) filter (where u.puntuacion = 4), 0) as estrellas_4,
      coalesce(sum(u.signo) filter (where u.puntuacion = 5), 0) as estrellas_5,
      coalesce(sum(u.signo) filter (where u.trabajo_realizado), 0) as confirmadas
    from unnest(p_cambios) u group by u.maestro_id
  ) d
  where c.maestro_id = d.maestro_id and c.maestro_id = any (v_maestros);
  -- The trigger maestros_derive_columns derives the level, and the directory follows the maestro.
  update public.maestros m set
    promedio_calificacion = interno.promedio_de_resenas(c),
    "cantidad_reseñas" = interno.total_de_resenas(c),
    "reseñas_confirmadas" = c.confirmadas,
    numero_trabajos_completados = c.confirmadas
  from interno.conteo_de_resenas c
  where c.maestro_id = m.id and m.id = any (v_maestros);
end $function$;

CREATE OR REPLACE FUNCTION interno.suspender_durante_cierre()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Keeping the account deletes the closing before it changes the profile, so that it finds none here.
  update interno.cierres set suspendida = new.suspendido_en is not null where cuenta_id = new.id;
  if found then
    new.suspendido_en := old.suspendido_en;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION interno.tarjeta(m public.maestros, p_alcaldia text, p_principal text, p_disponible_el date, p_tiempo_respuesta text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (json_build_object('id', (m).id, 'nombre', (m).nombre, 'apellido', "left"(btrim((m).apellido), 1), 'foto_perfil_url', interno.foto_publica((m).foto_perfil_url), 'identidad_verificada', (m).identidad_verificada, 'oficio_principal', p_principal, 'promedio_calificacion', (m).promedio_calificacion, 'cantidad_reseñas', (m)."cantidad_reseñas", 'reputacion_nivel', (m).reputacion_nivel, 'reputacion_chip_label', interno.chip_de_nivel((m).reputacion_nivel), 'numero_trabajos_completados', (m).numero_trabajos_completados, 'telefono', NULL::unknown, 'alcaldia', p_alcaldia, 'disponible_el', p_disponible_el, 'tiempo_respuesta', p_tiempo_respuesta))::text;

CREATE OR REPLACE FUNCTION interno.terminar_aviso(p_aviso bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 WITH borrado AS (
          DELETE FROM interno.avisos_de_busqueda
           WHERE (avisos_de_busqueda.id = terminar_aviso.p_aviso)
           RETURNING avisos_de_busqueda.buscador_id,
             avisos_de_busqueda.alcaldia,
             avisos_de_busqueda.oficio
         )
  SELECT interno.encolar_con_clave('send-search-push'::text, jsonb_build_object('suscripcion', s.id, 'alcaldia', b.alcaldia, 'oficio', b.oficio, 'userId', b.buscador_id), ((('push-search:'::text || s.id) || ':'::text) || terminar_aviso.p_aviso), now(), 8) AS encolar_con_clave
    FROM (borrado b
      JOIN interno.suscripciones_push s ON ((s.user_id = b.buscador_id)));
END;

CREATE OR REPLACE FUNCTION interno.terminar_exportaciones(p_cuenta uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update interno.exportaciones set vence_en = now() where cuenta_id = p_cuenta and vence_en > now()
$function$;

CREATE OR REPLACE FUNCTION interno.terminar_exportaciones_de_cuenta()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform interno.terminar_exportaciones(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION interno.ticket_para_operador(p_operador uuid, p_ticket uuid, p_estado text)
 RETURNS public.tickets
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_ticket public.tickets;
begin
  perform interno.exigir_operador(p_operador);
  if p_estado not in ('abierto', 'en_proceso', 'resuelto') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado_de_ticket';
  end if;
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  if v_ticket.usuario_id is null then
    raise exception 'The account of the ticket was erased' using errcode = 'PT404', detail = 'ticket_sin_cuenta';
  end if;
  return v_ticket;
end $function$;

CREATE OR REPLACE FUNCTION interno.total_de_resenas(c interno.conteo_de_resenas)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((((c).estrellas_1 + (c).estrellas_2) + (c).estrellas_3) + (c).estrellas_4) + (c).estrellas_5);

CREATE OR REPLACE FUNCTION interno.usar_acceso(p_hash bytea, p_contrasena text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_operador uuid := interno.operador_del_acceso(p_hash);
begin
  perform from auth.users where id = v_operador for no key update;
  -- After the lock: of two uses at once only one finds the link.
  delete from interno.accesos_de_operador where operador_id = v_operador and token_hash = p_hash and vence_en > now();
  if not found then
    return false;
  end if;
  update auth.users set encrypted_password = p_contrasena, updated_at = now() where id = v_operador;
  delete from auth.one_time_tokens where user_id = v_operador;
  delete from auth.flow_states where user_id = v_operador;
  delete from auth.mfa_factors where user_id = v_operador;
  delete from auth.sessions where user_id = v_operador;
  insert into interno.operadores (operador_id, nivel, registrar_factor_hasta)
  values (v_operador, 'revisor', now() + interval '1 hour')
  on conflict (operador_id) do update set registrar_factor_hasta = excluded.registrar_factor_hasta;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION interno.ve_contacto(p_maestro uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN interno.contacto_visible(p_maestro, auth.uid());
grant execute on function interno.ve_contacto(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION interno.verificaciones_en_espera()
 RETURNS TABLE(maestro_id uuid, desde timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.id, d.desde
  from public.maestros m
  join public.profiles p on p.id = m.id and p.suspendido_en is null
  cross join lateral (
    select coalesce(max(e.ocurrido_en), m.creado_en) as completo_en
    from interno.eventos e where e.quien = m.id and e.tipo = 'perfil_completado'
  ) c
  cross join lateral (
    select min(greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)) as desde
    -- The names of the files are those of interno.documentos_de, which would be called for each maestro.
    from (values
      ('ine', interno.objeto_nombrado(m.ine_url)),
      ('curp', null),
      ('domicilio', (
        select f.objeto from public.maestro_documentos f
        where f.maestro_id = m.id and f.tipo = 'comprobante_domicilio'))
    ) t (tipo, objeto)
    left join interno.verificaciones v on v.maestro_id = m.id and v.tipo = t.tipo
    left join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = t.objeto
    where v.estado = 'en_revision'
      or (coalesce(v.estado, 'pendiente') = 'pendiente' and (t.tipo = 'curp' or o.id is not null))
  ) d
  where m.perfil_completo and not m.perfil_verificado and d.desde is not null
$function$;

CREATE OR REPLACE FUNCTION interno.version_de_datos(p_maestro uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select left(encode(sha256(convert_to(jsonb_build_array(
    m.id, m.nombre, m.apellido, m.curp, m.domicilio,
    (
      select jsonb_agg(jsonb_build_array(d.tipo, o.id) order by d.tipo)
      from interno.documentos_de(m.id) d
      join storage.objects o on o.bucket_id = 'chat-media' and o.name = d.objeto
    ))::text, 'UTF8')), 'hex'), 32)
  from public.maestros m where m.id = p_maestro
$function$;
