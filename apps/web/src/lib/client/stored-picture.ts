import { queryOptions } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { getClient } from './client.ts'

const BUCKET = 'chat-media'
/** Long enough to look at a screen; the address is made again when the screen is opened again. */
const SECONDS = 3600

const HALF_MS = (SECONDS / 2) * 1000

/** An address of a private picture of the caller's own, for an <img>. */
export const privatePictureQuery = (name: string, bucket = BUCKET) =>
  queryOptions({
    queryKey: ['private-picture', bucket, name],
    staleTime: HALF_MS,
    meta: { registro: 'address of a picture' },
    queryFn: async () => {
      const storage = await (await getClient()).storage()
      const { data, error } = await storage.from(bucket).createSignedUrl(name, SECONDS)
      if (error) throw callErrorOf(error)
      return data.signedUrl
    },
  })

function callErrorOf(error: Error & { status?: number | undefined }): CallError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return new CallError(error.message, error.status ?? 0, code)
}

/** The server has no such picture. Any other failure says nothing about it. */
export const isNoSuchPicture = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'NoSuchKey'

export const publicPictureUrl = (name: string) => `/storage/v1/object/public/${BUCKET}/${name}`
