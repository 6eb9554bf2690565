-- One row for each step that was filled. The steps are those of dominio/onboarding/pasos; a test compares the two.
create table interno.borradores (
  maestro_id uuid not null references auth.users on delete cascade,
  paso text not null
    constraint borradores_paso_check
    check (paso in ('datos', 'oficios', 'alcaldias', 'selfie', 'descripcion', 'referencia1', 'referencia2', 'curp',
      'domicilio', 'ine', 'ine_reverso', 'comprobante_domicilio')),
  valor jsonb not null check (pg_column_size(valor) <= 20000),
  version integer not null check (version > 0),
  actualizado_en timestamptz not null default now(),
  primary key (maestro_id, paso)
);
create index borradores_by_age on interno.borradores (actualizado_en);
alter table interno.borradores enable row level security;

-- Accounts whose welcome e-mail was queued: at most once each.
create table interno.bienvenidas (
  cuenta_id uuid primary key references auth.users on delete cascade,
  encolada_en timestamptz not null default now()
);
alter table interno.bienvenidas enable row level security;
