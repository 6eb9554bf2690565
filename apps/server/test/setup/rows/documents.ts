import type { ISql } from 'postgres'
import type { TestApp } from '../app.ts'

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

/** Gives a maestro without a proof of address one, without bytes and without an upload. */
export async function makeProofOfAddress(sql: ISql, maestro: string): Promise<void> {
  const name = `documentos/${maestro}/comprobante_domicilio_1.webp`
  await sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    select 'chat-media', ${name}, id, 'image/webp', 1, 'x', now() from public.maestros where id = ${maestro}
    on conflict (bucket_id, name) do nothing`
  await sql`
    insert into public.maestro_documentos (maestro_id, tipo, objeto)
    select id, 'comprobante_domicilio', ${name} from public.maestros where id = ${maestro}
    on conflict (maestro_id, tipo) do nothing`
}

export const documentNames = (maestro: string, file: string) => ({
  foto: `profile-photos/${maestro}/${file}`,
  ine: `ine_${maestro}_${file}`,
})

/** The form in which a profile stores an object of chat-media. */
export const addressOf = (name: string) => `/storage/v1/object/public/chat-media/${name}`

/** Reads since when nothing names an object: null while something does, undefined when the object is gone. */
export const unusedSinceOf = (app: TestApp) => async (name: string) =>
  (await app.sql`select unused_since from storage.objects where name = ${name}`)[0]?.unused_since
