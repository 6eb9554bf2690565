-- Contact data is hidden from a seeker whom the maestro blocks, and visible again after the block. Decisions 043 and 046.

-- Whether a reader sees the contact of a maestro now. This is the only place with this rule. The access itself never ends
-- (interno.contacto_abierto): moderation and voice notes of the chat depend on the access and not on the block.
create function interno.contacto_visible(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_abierto(p_maestro, p_lector)
  and not exists (select from public.bloqueos where bloqueador_id = p_maestro and bloqueado_id = p_lector);

create or replace function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_visible(p_maestro, auth.uid());

-- A repeated unlock answers the phone as it is now, so a block refuses it like a first one.
select interno.cambiar_en_funcion(
  'interno.abrir_contacto(uuid, uuid, text, text, text, jsonb, integer, integer, integer)',
  $$if v_repetido then
    estado := 'repetido';$$,
  $$if v_repetido then
    if not interno.contacto_visible(p_maestro, p_buscador) then
      raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
    end if;
    estado := 'repetido';$$);
