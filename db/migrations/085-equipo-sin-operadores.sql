-- An operator can also be made without another one when all operators are suspended. Before, such a team could make none. Erased accounts
-- are suspended too.
select interno.cambiar_en_funcion(
  'interno.crear_operador(text, text, text, uuid)',
  'exists (select from public.profiles where role = ''operador'')',
  'exists (select from public.profiles where role = ''operador'' and suspendido_en is null)');
