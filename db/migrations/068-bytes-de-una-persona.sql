-- The bytes that one person has stored since a moment are added up at each upload (LIMIT_UPLOAD_BYTES_PERSON). Decision 025.
create index objects_of_an_owner_by_time on storage.objects (owner, created_at) include (size, mini_size);
-- The new index begins with the same column.
drop index storage.objects_of_an_owner;
