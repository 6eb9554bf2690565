-- What the clean-up jobs need to delete old rows in small batches (apps/server/src/auth/cleanup.ts,
-- apps/server/src/accounts/remove-old-rows.ts, apps/server/src/storage/sweep.ts).

-- Accounts whose e-mail address was never confirmed.
create index users_unconfirmed on auth.users (created_at) where email_confirmed_at is null;

-- The longest unused objects are removed first. objects_unused counts those of one person.
create index objects_by_unused_time on storage.objects (unused_since) where unused_since is not null;

create index vistas_perfil_by_day on public.vistas_perfil (dia);
-- A B-tree would be chosen for the figures of one maestro too.
create index cifras_diarias_by_day on interno.cifras_diarias using brin (dia);

-- Deletes at most p_lote views that are older than p_dias, and answers their days. The daily figures keep counting them:
-- the setting turns the trigger off for the statement of this function.
create function interno.olvidar_vistas(p_dias integer, p_lote integer) returns setof date
language plpgsql set search_path = ''
as $$
begin
  perform set_config('interno.conservar_cifras', 'si', true);
  return query
    delete from public.vistas_perfil v where v.ctid in (
      select a.ctid from public.vistas_perfil a where a.dia < interno.dia_de_la_ciudad(now()) - p_dias
      order by a.dia limit p_lote for update skip locked)
    returning v.dia;
  perform set_config('interno.conservar_cifras', '', true);
end $$;

drop trigger vistas_perfil_count_on_delete on public.vistas_perfil;
create trigger vistas_perfil_count_on_delete after delete on public.vistas_perfil
  referencing old table as viejas for each statement
  when (current_setting('interno.conservar_cifras', true) is distinct from 'si')
  execute function interno.contar_vistas();
