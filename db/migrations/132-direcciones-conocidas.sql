-- Where an account had sessions, also ended ones: a keyed hash of the address, whose key the database does not have. Wrong passwords from other
-- addresses do not refuse the owner there.
create table auth.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null check (char_length(address) = 43),
  seen_on date not null default current_date,
  primary key (user_id, address)
);
create index known_addresses_seen_on_idx on auth.known_addresses (seen_on);
alter table auth.known_addresses enable row level security;
