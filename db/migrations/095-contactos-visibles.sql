-- The contacts that a reader sees, as a set. PostgreSQL puts such a function into the query that calls it, so a page of the inbox needs one
-- join. It called interno.contacto_visible for each chat, 20 microseconds each. Decision 043.

-- The maestros whose contact is open to the reader: the reader, and those with a recorded access. This is the only place with this
-- rule. Neither `security definer` nor `set`: with them PostgreSQL would not put the function into the query. No role of a request may
-- execute it, because row-level security would hide blocks from it.
create function interno.contactos_abiertos(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select maestro_id from public.accesos_contacto where buscador_id = p_lector
  union all
  select p_lector where p_lector is not null;
end;

-- The same without the maestros who block the reader. This is the only place with this rule.
create function interno.contactos_visibles(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select abierto.id from interno.contactos_abiertos(p_lector) abierto(id)
  where not exists (select from public.bloqueos where bloqueador_id = abierto.id and bloqueado_id = p_lector);
end;

create or replace function interno.contacto_abierto(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_abiertos(p_lector) abierto(id) where abierto.id = p_maestro);

create or replace function interno.contacto_visible(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_visibles(p_lector) visible(id) where visible.id = p_maestro);
