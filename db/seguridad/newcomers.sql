-- When a person did the acts of one kind. A chat that an unlock began counts as a contact alone: both have the time of their
-- transaction. Only plans with indexes, because a session may keep the plan that it made while the tables were small.
create or replace function interno.actos_de(p_persona uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
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
$$;

-- When accounts that are younger than 7 days began a chat with a maestro, or unlocked the contact.
create or replace function interno.actos_de_cuentas_nuevas(p_maestro uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
  select c.creado_en from public.chats c
  where p_acto = 'chat' and c.maestro_id = p_maestro and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c) and interno.etapa_de_cuenta(c.buscador_id) <> 'conocida'
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.maestro_id = p_maestro and a.creado_en > p_desde
    and interno.etapa_de_cuenta(a.buscador_id) <> 'conocida'
$$;

-- The age of an account begins when its e-mail is confirmed: an account cannot be prepared without a mailbox. Without SMTP
-- that is the time of the sign-up.
create or replace function interno.edad_de_cuenta(p_persona uuid) returns interval
language sql stable set search_path = ''
return now() - (select coalesce(u.email_confirmed_at, now()) from auth.users u where u.id = p_persona);

-- 'nueva' for 24 hours, 'reciente' for 7 days, then 'conocida'.
create or replace function interno.etapa_de_cuenta(p_persona uuid) returns text
language sql stable set search_path = ''
return case
  when interno.edad_de_cuenta(p_persona) < interval '24 hours' then 'nueva'
  when interno.edad_de_cuenta(p_persona) < interval '7 days' then 'reciente'
  else 'conocida'
end;

-- The one place with the limits of accounts in their first days. Called just before a new act is written, under a lock that
-- makes the acts of the person run one after the other. p_acto is 'chat', 'contacto', 'resena' or 'reporte'; p_maestro is null
-- when the target does not count. p_frenos (apps/server/src/protocol/functions/new-account-limits.ts) has the limits as {max, segundos}:
-- 'persona' for an account of less than 24 hours, and twice as many until it is 7 days old; 'maestro' for what all accounts of
-- less than 7 days do with one maestro; and 'direccion', the seconds until its address has room again, or null. Raises PT429
-- with the seconds to wait and, as the hint, which limit it was. Simultaneous acts of several people with one maestro do not
-- see each other, so they may exceed that limit by as many as run at once.
create or replace function interno.frenar_cuenta_nueva(p_persona uuid, p_acto text, p_maestro uuid, p_frenos jsonb) returns void
language plpgsql stable set search_path = ''
as $$
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
end $$;

create or replace function interno.lo_inicio_un_contacto(c public.chats) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id and a.creado_en = c.creado_en);
