import { getClient } from './client.ts'

const BUCKET = 'chat-media'
/** Long enough to look at a screen; the address is made again when the screen is opened again. */
const SECONDS = 3600

/** An address of a private picture of the caller's own, for an <img>. */
export async function privatePictureUrl(name: string): Promise<string> {
  const storage = await (await getClient()).storage()
  const { data, error } = await storage.from(BUCKET).createSignedUrl(name, SECONDS)
  if (error) throw error
  return data.signedUrl
}

export const publicPictureUrl = (name: string) => `/storage/v1/object/public/${BUCKET}/${name}`
