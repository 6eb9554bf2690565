import type { TestApp } from './app.ts'

/**
 * Creates objects for the photo and the identity document of a maestro, without bytes and without an upload:
 * the database accepts the pictures of a profile only when their objects exist. Returns the two addresses as
 * a profile stores them.
 */
export async function makeDocuments(
  app: TestApp,
  maestro: string,
  { file = '1.webp' }: { file?: string } = {},
): Promise<{ foto_perfil_url: string; ine_url: string }> {
  const { foto, ine } = documentNames(maestro, file)
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    select 'chat-media', name, ${maestro}, 'image/webp', 1, 'x', now() from unnest(${[foto, ine]}::text[]) name
    on conflict (bucket_id, name) do nothing`
  return { foto_perfil_url: addressOf(foto), ine_url: addressOf(ine) }
}

export const documentNames = (maestro: string, file: string) => ({
  foto: `profile-photos/${maestro}/${file}`,
  ine: `ine_${maestro}_${file}`,
})

/** The form in which a profile stores an object of chat-media. */
export const addressOf = (name: string) => `/storage/v1/object/public/chat-media/${name}`
