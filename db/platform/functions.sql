create or replace function interno.dia_de_la_ciudad(p_momento timestamptz) returns date
language sql stable
return (p_momento at time zone 'America/Mexico_City')::date;

-- Also blanks that btrim leaves: tabs, line ends, no-break and invisible characters.
create or replace function interno.en_blanco(p_texto text) returns boolean
language sql immutable
return coalesce(p_texto ~ '^[\s\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]*$', true);

create or replace function interno.segundos_hasta(p_cuando timestamptz) returns integer
language sql stable
return greatest(1, ceil(extract(epoch from p_cuando - now())))::integer;
