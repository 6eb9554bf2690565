insert into storage.buckets (id, file_size_limit, allowed_mime_types)
values
  ('chat-media', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp,audio/webm,audio/mp4}'),
  ('support-tickets', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}');
