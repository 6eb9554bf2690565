-- A directory of bench.maestros people, the same at every fill. Triggers and foreign keys are off (the caller
-- sets session_replication_role): the data that they would derive row by row is derived here at once, by the
-- same functions.

select setseed(0.5);

create temporary table persona as
select
  -- In order, so that the indexes on it grow at their end.
  (lpad(to_hex(i), 8, '0') || substr(md5('maestro ' || i), 9))::uuid as id,
  (array['José Luis', 'María Guadalupe', 'Juan Carlos', 'Verónica', 'Miguel Ángel', 'Rosa María', 'Francisco',
    'Leticia', 'Jorge', 'Patricia', 'Raúl', 'Araceli', 'Óscar', 'Yolanda', 'Ramón', 'Ximena'])[1 + i % 16] as nombre,
  (array['Hernández', 'García', 'Martínez', 'López', 'González', 'Rodríguez', 'Pérez', 'Sánchez', 'Ramírez',
    'Flores', 'Gómez', 'Díaz', 'Ñáñez'])[1 + i % 13] as apellido,
  i,
  random() < 0.4 as ine,
  random() < 0.3 as resto,
  floor(power(random(), 3) * 60)::integer as resenas,
  round((3.5 + 1.5 * random())::numeric, 2) as promedio,
  date '2025-06-01' + floor(power(random(), 2) * 200)::integer as activo,
  random() < 0.5 as segunda_alcaldia,
  random() < 0.5 as segundo_oficio
from generate_series(1, current_setting('bench.maestros')::integer) i;

-- In the large directory the first boroughs and trades of the list have four times the maestros of the last
-- ones, and half of the maestros have a second one. In the small directory each maestro offers so many that a
-- page is full too: both return the same amount, and only the size of the directory differs.
select set_config('bench.pequeno', (current_setting('bench.maestros')::integer < 10000)::text, false);

create temporary table alcaldia_elegida as
select id, numero, min(n) as n
from (
  select p.id, n, 1 + floor(16 * power(random(), case when pequeno then 1 else 1.5 end))::integer as numero
  from persona p
  cross join (select current_setting('bench.pequeno')::boolean as pequeno) s
  cross join lateral generate_series(1, case when pequeno then 6 else 1 + segunda_alcaldia::integer end) n
) e
group by id, numero;

create temporary table oficio_elegido as
select id, numero, min(n) as n
from (
  select p.id, n, 1 + floor(26 * power(random(), case when pequeno then 1 else 1.5 end))::integer as numero
  from persona p
  cross join (select current_setting('bench.pequeno')::boolean as pequeno) s
  cross join lateral generate_series(1, case when pequeno then 4 else 1 + segundo_oficio::integer end) n
) e
group by id, numero;

insert into auth.users (id, email, encrypted_password, email_confirmed_at)
select id, 'maestro' || i || '@bench.example', '-', timestamptz '2025-06-01' from persona;

insert into public.profiles (id, nombre, apellido, display_name, role, terminos_aceptados)
select id, nombre, apellido, nombre || ' ' || apellido, 'maestro', true from persona;

insert into public.maestros (
  id, nombre, apellido, telefono, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, perfil_completo, reputacion_nivel, promedio_calificacion, "cantidad_reseñas",
  "reseñas_confirmadas", numero_trabajos_completados, activo_en, ine_verificado, domicilio_verificado, curp_verificado
)
select
  id, nombre, apellido, '55' || lpad((i % 100000000)::text, 8, '0'),
  'Trabajo por mi cuenta desde hace años, con herramienta propia y presupuesto sin compromiso.',
  '/storage/v1/object/public/chat-media/profile-photos/' || id || '/foto.webp', id || '/ine.webp',
  upper(left(md5('curp ' || i), 18)), 'Calle Norte ' || i % 900 || ', Ciudad de México',
  'Cliente Uno', 'Una reparación en casa', '5500000001', 'Cliente Dos', 'Otra reparación en casa', '5500000002',
  true, true, interno.nivel_de_reputacion(ine, resenas, calificacion), calificacion, resenas, resenas, resenas,
  activo, ine, resto, resto
from (select *, case when resenas = 0 then 0 else promedio end as calificacion from persona) p;

insert into public.maestro_alcaldias (maestro_id, alcaldia)
select e.id, a.nombre
from alcaldia_elegida e join public.alcaldias_disponibles a on a.id = e.numero
order by e.id, e.n;

insert into public.maestro_oficios (maestro_id, oficio)
select e.id, o.nombre
from oficio_elegido e join public.oficios_disponibles o on o.id = e.numero
order by e.id, e.n;

-- Some maestros are available on the day of the fill; bench/directory/available.ts moves the marks to later days. In the small
-- directory there are more, so that a page of them is full too.
insert into interno.disponibilidad (maestro_id, disponible_el)
select id, interno.dia_de_la_ciudad(now()) from persona
where random() < case when current_setting('bench.pequeno')::boolean then 0.6 else 0.03 end;

analyze auth.users, interno.disponibilidad, public.profiles, public.maestros, public.maestro_alcaldias, public.maestro_oficios;
