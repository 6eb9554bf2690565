-- A change of a profile does not wait for rows that are being written and refer to the profile, such as messages. cuenta_id is computed at every
-- update, because the table has triggers before updates. With a unique constraint on it PostgreSQL therefore took the lock for a changed key,
-- which waits for these rows. A report with a block and a change of the name ended in a deadlock that way. The constraint has no use: the column
-- has the value of the primary key, or none. The index remains, for the deletion of an account.
alter table public.profiles drop constraint profiles_cuenta_id_key;
create index profiles_of_an_account on public.profiles (cuenta_id);
