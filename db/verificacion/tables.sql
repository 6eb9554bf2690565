-- What a maestro can send or change for each datum. A change of any of them ends a verification.
-- packages/dominio/src/verificacion/estados.ts has the same lists; a test compares them.
create function interno.correcciones_de(p_tipo text) returns text[]
language sql immutable
return case p_tipo
  when 'ine' then '{ine,reverso,nombre,foto}'::text[]
  when 'domicilio' then '{domicilio,comprobante}'::text[]
  when 'curp' then '{curp}'::text[]
end;

-- The state of each datum that operators verify. A maestro without a row is 'pendiente'. The state of the whole profile
-- follows from the three (interno.estado_verificacion), and so do the flags of public.maestros.
create table interno.verificaciones (
  maestro_id uuid not null references public.maestros on delete cascade,
  tipo text not null check (tipo in ('ine', 'curp', 'domicilio')),
  estado text not null check (estado in ('pendiente', 'en_revision', 'verificado', 'rechazado')),
  motivo text check (char_length(motivo) between 10 and 500),
  -- Null for a flag that was imported, and while nothing is decided.
  decidido_por uuid,
  decidido_en timestamptz,
  documentos_retirados_en timestamptz,
  -- When the datum became pending again. Null while it waits since the profile was completed.
  espera_desde timestamptz,
  -- What ends the rejection; the first is what the maestro is asked for.
  corrige_con text[],
  primary key (maestro_id, tipo),
  constraint verificaciones_rejected_have_a_reason check ((estado = 'rechazado') = (motivo is not null)),
  constraint verificaciones_decided_have_a_time
    check ((estado in ('verificado', 'rechazado')) = (decidido_en is not null)),
  constraint verificaciones_pending_have_no_operator check (estado <> 'pendiente' or decidido_por is null),
  constraint verificaciones_rejected_say_what_ends_them check ((estado = 'rechazado') = (corrige_con is not null)),
  constraint verificaciones_corrige_con_check check (
    cardinality(corrige_con) > 0 and corrige_con <@ interno.correcciones_de(tipo))
);
create index verificaciones_with_documents on interno.verificaciones (decidido_en)
  where decidido_en is not null and documentos_retirados_en is null;
alter table interno.verificaciones enable row level security;
