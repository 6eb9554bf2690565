-- The hourly update of the directory does one thing in each transaction: it ends pauses and availability, or computes answer times. With both
-- together it held totals of the directory when it locked further maestros, in the opposite order of everybody else (migration 055), and a
-- simultaneous change of one of them ended in a deadlock. Its job calls it until nothing is left.
select interno.cambiar_en_funcion(
  'interno.poner_al_dia(integer)',
  '  if cardinality(v_vencidos) > 0 then',
  '  if cardinality(v_terminados) = 0 and cardinality(v_vencidos) > 0 then');
