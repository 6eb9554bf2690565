import { extensionForType } from './shrink.ts'
import { shrinkOffThread } from './shrink-off-thread.ts'

/** A file that is called a picture and is none. */
export class NotAPicture extends Error {}

/** A picture as it is uploaded. */
export type PreparedPicture = { path: string; file: Blob }

/** Makes a picture smaller. Its name has the ending of what is uploaded: a HEIC file, for example, becomes a JPEG. */
export async function preparePicture(
  file: File,
  pathOf: (extension: string) => string,
): Promise<PreparedPicture> {
  const small = await shrinkOffThread(file).catch(() => {
    throw new NotAPicture()
  })
  return { path: pathOf(extensionForType(small.type)), file: small }
}
