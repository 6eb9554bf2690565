-- Some rows for every table. `npm run release` appends them to the text of a release, for the test that brings an older database up to
-- date. They are written without triggers and without foreign keys.
insert into auth.flow_states (user_id, kind, code_hash, code_challenge, code_challenge_method, expires_at) values
  ('11111111-1111-4111-8111-111111111111', 'recovery', decode(repeat('ab', 32), 'hex'), repeat('a', 43), 's256', '2026-01-02T03:04:05Z');
insert into auth.known_addresses (user_id, address) values ('11111111-1111-4111-8111-111111111111', repeat('a', 43));
insert into auth.mfa_challenges (id, factor_id) values
  ('11111111-1111-4111-8111-111111111111', '99999999-9999-4999-8999-999999999999');
insert into auth.mfa_factors (id, user_id, secret) values
  ('99999999-9999-4999-8999-999999999999', '11111111-1111-4111-8111-111111111111', 'ejemplo de un texto');
insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at) values
  ('11111111-1111-4111-8111-111111111111', 'recovery', decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into auth.phone_links (session_id, token_hash, expires_at) values
  ('55555555-5555-4555-8555-555555555555', decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into auth.refresh_tokens (session_id, token_hash) values
  ('55555555-5555-4555-8555-555555555555', decode(repeat('ab', 32), 'hex'));
insert into auth.sessions (id, user_id) values ('55555555-5555-4555-8555-555555555555', '11111111-1111-4111-8111-111111111111');
insert into auth.users (id, email, encrypted_password) values
  ('11111111-1111-4111-8111-111111111111', 'ana@example.com', 'x'), ('22222222-2222-4222-8222-222222222222', 'luis@example.com', 'x'), ('33333333-3333-4333-8333-333333333333', 'olga@example.com', 'x');
insert into interno.accesos_de_operador (operador_id, token_hash, vence_en) values
  ('33333333-3333-4333-8333-333333333333', decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into interno.auditoria (operador_id, acto) values ('33333333-3333-4333-8333-333333333333', 'cambiar_nivel');
insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values
  ('11111111-1111-4111-8111-111111111111', 'Coyoacán', 'Plomería');
insert into interno.avisos_sin_leer (persona_id, chat_id, pendiente) values
  ('11111111-1111-4111-8111-111111111111', '44444444-4444-4444-8444-444444444444', true);
insert into interno.bienvenidas (cuenta_id) values ('11111111-1111-4111-8111-111111111111');
insert into interno.borradores (maestro_id, paso, valor, version) values
  ('22222222-2222-4222-8222-222222222222', 'datos', '{}', 1);
insert into interno.busquedas_diarias (alcaldia, dia, oficio, total) values ('Coyoacán', '2026-01-02', 'Plomería', 1);
insert into interno.cierres (cuenta_id, borrar_en) values ('11111111-1111-4111-8111-111111111111', '2026-01-02T03:04:05Z');
insert into interno.cifras_diarias (maestro_id, dia) values ('22222222-2222-4222-8222-222222222222', '2026-01-02');
insert into interno.claves (ajuste, id, huella) values ('JWT_SECRET', '0123abcd', decode(repeat('ab', 32), 'hex'));
insert into interno.conteo_de_resenas (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into interno.directorio (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, tarjeta) values
  ('Coyoacán', 'Plomería', '22222222-2222-4222-8222-222222222222', 1, 1, 1, 1, 'ejemplo de un texto');
insert into interno.directorio_celdas (alcaldia, oficio, celda, total) values ('Coyoacán', 'Plomería', 1, 1);
insert into interno.directorio_disponibles (alcaldia, oficio, dia, celda, total) values
  ('Coyoacán', 'Plomería', '2026-01-02', 1, 1);
insert into interno.directorio_totales (alcaldia, oficio, total) values ('Coyoacán', 'Plomería', 1);
insert into interno.disponibilidad (maestro_id, disponible_el) values ('22222222-2222-4222-8222-222222222222', '2026-01-02');
insert into interno.en_linea (user_id, visto_en) values ('11111111-1111-4111-8111-111111111111', '2026-01-02T03:04:05Z');
insert into interno.eventos (tipo, quien) values ('chat_iniciado', '11111111-1111-4111-8111-111111111111');
insert into interno.exportaciones (id, cuenta_id) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111');
insert into interno.fotos_de_resena (objeto, resena_id, orden) values
  ('carpeta/uno.jpg', '77777777-7777-4777-8777-777777777777', 1);
insert into interno.operadores (operador_id, nivel) values ('33333333-3333-4333-8333-333333333333', 'revisor');
insert into interno.peticiones_de_resena (buscador_id, maestro_id) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into interno.primeras_respuestas (chat_id, maestro_id, respondido_en) values
  ('44444444-4444-4444-8444-444444444444', '22222222-2222-4222-8222-222222222222', '2026-01-02T03:04:05Z');
insert into interno.rebotes (user_id) values ('11111111-1111-4111-8111-111111111111');
insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, creado_en) values
  (1, '66666666-6666-4666-8666-666666666666', '11111111-1111-4111-8111-111111111111', 'ejemplo de un texto', '2026-01-02T03:04:05Z');
insert into interno.reportes (client_id, reportante_id, reportado_id, motivo) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'fraude');
insert into interno.suscripciones_push (id, user_id, session_id, endpoint, p256dh, auth, navegador) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', '55555555-5555-4555-8555-555555555555', 'ejemplo de un texto', 'ejemplo de un texto', 'ejemplo de un texto', 'ejemplo de un texto');
insert into interno.ticket_respuestas (ticket_id, operador_id, texto) values
  ('88888888-8888-4888-8888-888888888888', '33333333-3333-4333-8333-333333333333', 'ejemplo de un texto');
insert into interno.tiempos_de_respuesta (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into interno.verificaciones (maestro_id, tipo, estado) values
  ('22222222-2222-4222-8222-222222222222', 'ine', 'pendiente');
insert into public.accesos_contacto (buscador_id, maestro_id, motivo) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'agendar_visita');
insert into public.bloqueos (bloqueador_id, bloqueado_id) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into public.chats (id, buscador_id, maestro_id) values
  ('44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into public.maestro_alcaldias (maestro_id, alcaldia) values ('22222222-2222-4222-8222-222222222222', 'Coyoacán');
insert into public.maestro_documentos (maestro_id, tipo, objeto) values
  ('22222222-2222-4222-8222-222222222222', 'ine_reverso', 'carpeta/uno.jpg');
insert into public.maestro_oficios (maestro_id, oficio) values ('22222222-2222-4222-8222-222222222222', 'Plomería');
insert into public.maestro_stats (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into public.maestros (id, nombre, apellido, telefono, alcaldia, curp) values
  ('22222222-2222-4222-8222-222222222222', 'Luis', 'Gil', '5512345678', 'Coyoacán', 'PAJU900101MDFZLL09');
insert into public.mensajes (id, chat_id, autor_id, tipo, contenido) values
  ('66666666-6666-4666-8666-666666666666', '44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', 'texto', 'Hola');
insert into public.preferencias_avisos (user_id) values ('11111111-1111-4111-8111-111111111111');
insert into public.profiles (id, nombre, apellido, role) values
  ('11111111-1111-4111-8111-111111111111', 'Ana', 'Ruiz', 'buscador'), ('22222222-2222-4222-8222-222222222222', 'Luis', 'Gil', 'maestro'), ('33333333-3333-4333-8333-333333333333', 'Olga', 'Paz', 'operador');
insert into public.resenas (id, buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado) values
  ('77777777-7777-4777-8777-777777777777', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 1, 'ejemplo de un texto', true);
insert into public.tickets (id, usuario_id, nombre, correo, mensaje) values
  ('88888888-8888-4888-8888-888888888888', '11111111-1111-4111-8111-111111111111', 'Ana Ruiz', 'ana@example.com', 'No encuentro a mi maestro');
insert into public.vistas_perfil (maestro_id, buscador_id) values
  ('22222222-2222-4222-8222-222222222222', '11111111-1111-4111-8111-111111111111');
insert into storage.leftovers (key) values ('ejemplo de un texto');
insert into storage.objects (id, bucket_id, name, mimetype, size, etag) values
  ('11111111-1111-4111-8111-111111111111', 'chat-media', 'carpeta/uno.jpg', 'image/jpeg', 1, 'x');
